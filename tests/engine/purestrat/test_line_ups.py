"""A game does not begin with an illegal line-up of either side."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from games.engine.nine.lineups import best_eight
from games.engine.record import simulate
from games.systems.purestrat.play.cards import Fielding
from games.systems.purestrat.play.squad import hitting_player
from tests.engine.purestrat.stage import SYSTEM, Stage, hitter, side

LEGAL = Stage().club()
ILLEGAL = {
    "two of one player": (replace(LEGAL, order=(1, 1, *LEGAL.order[2:])), "man-twice"),
    "out of position": (
        replace(LEGAL, positions=(3, 2, *LEGAL.positions[2:])),
        "position-not-on-card",
    ),
    "nobody of that number": (replace(LEGAL, order=(77, *LEGAL.order[1:])), "no-such-man"),
}


@pytest.mark.rule("T0.01g", "T0.01h")
@pytest.mark.parametrize("shootout", [False, True])
@pytest.mark.parametrize(("club", "code"), ILLEGAL.values(), ids=ILLEGAL)
@pytest.mark.parametrize("side", ["away", "home"])
def test_the_line_up_of_either_side_has_to_be_legal(side, club, code, shootout):
    clubs = (club, LEGAL) if side == "away" else (LEGAL, club)
    with pytest.raises(Refused) as refused:
        simulate(SYSTEM, SYSTEM.settings({"shootout": shootout}), "any", clubs=clubs)
    assert code in {each.code for each in refused.value.refusals}
    assert {each.place.partition(":")[0] for each in refused.value.refusals} == {side}


@pytest.mark.rule("T10.11c")
def test_t10_11_a_hitter_without_a_position_plays_first_base_and_nothing_else():
    first_base, catcher = 3, 2
    player = hitting_player(2, "Bare", hitter("K", fielding=()))
    assert player.positions == (first_base,)
    rating = player.fielding[first_base]
    assert (rating.range, rating.error) == (5, 30)
    # The second player of the order is at first base; the first, whose card says catcher, is not.
    bare = replace(LEGAL, players=(LEGAL.players[0], player, *LEGAL.players[2:]))
    assert bare.positions[1] == first_base
    bare.verify()
    behind_the_plate = replace(bare, positions=(first_base, catcher, *bare.positions[2:]))
    with pytest.raises(Refused) as refused:
        behind_the_plate.verify()
    assert "Bare has no" in str(refused.value)


def test_who_hits_the_hand_that_pitches_better_plays() -> None:
    card = hitter("SI", fielding=(Fielding(9, 3, 0),))
    killer = hitting_player(10, "Killer", replace(card, left=side("HR"), right=side("K")))
    players = [*LEGAL.players[:7], hitting_player(8, "Regular", card), LEGAL.players[8], killer]
    assert best_eight(players, "L")[9] is killer
    assert best_eight(players, "R")[9] is players[7]


def test_of_two_illegal_line_ups_none_plays():
    for club, _ in ILLEGAL.values():
        with pytest.raises(Refused):
            simulate(SYSTEM, SYSTEM.settings(), "any", clubs=(club, club))
