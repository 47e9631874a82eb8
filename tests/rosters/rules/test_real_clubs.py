"""A real club as a squad: who usually played where, and whom the law keeps on it."""

from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import law_of
from rosters.rules.imputed import Prospect
from rosters.rules.real_clubs import Season, roster_of, usual_field, usual_rotation

LAW = law_of("purestrat")
FIELD = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


def hitter(key: int, appearances: int, **games: int) -> Season:
    """Positions that begin with a figure have an underscore before it."""
    played = {position.strip("_"): count for position, count in games.items()}
    player = Prospect(key, frozenset(played), 0.0, name=f"H{key}")
    return Season(player, played, appearances, outs=0, starts=0, relieved=0)


def arm(key: int, outs: int, *, starts: int = 0, relieved: int = 0) -> Season:
    player = Prospect(
        key, frozenset(), 0.0, starts=starts > 0, relieves=relieved > 0, name=f"P{key}"
    )
    return Season(
        player, {"p": starts + relieved}, appearances=0, outs=outs, starts=starts, relieved=relieved
    )


def keys(seasons) -> list[int]:
    return [each.player.key for each in seasons]


def test_who_has_the_most_games_at_a_position_is_usual_there_and_nobody_at_two():
    players = [
        hitter(1, 600, ss=100, _2b=60),
        hitter(2, 500, ss=50, _2b=55),
        hitter(3, 90, _2b=20),
        arm(4, 300, starts=20),
    ]
    found = usual_field(players)
    assert {position: each.player.key for position, each in found.items()} == {"2b": 2, "ss": 1}
    # Level in games: whoever batted more.
    level = usual_field([hitter(6, 300, lf=70), hitter(5, 400, lf=70)])
    assert level["lf"].player.key == 5


def test_the_rotation_are_the_five_with_the_most_starts():
    arms = [arm(key, 900 - key, starts=key) for key in range(1, 8)]
    assert keys(usual_rotation([*arms, arm(9, 999, relieved=70)])) == [7, 6, 5, 4, 3]


def a_club() -> list[Season]:
    """Eight regulars, a second catcher, an outfielder, six more who play first base, and the one
    player behind the infield, who hardly ever batted; fifteen pitchers."""
    players = [
        hitter(number, 600 - number, **{f"_{position}": 140})
        for number, position in enumerate(FIELD, start=1)
    ]
    players += [
        hitter(20, 150, c=40),
        hitter(21, 140, lf=20, cf=20, rf=20),
        *(hitter(30 + number, 200 - number, _1b=20) for number in range(6)),
        hitter(40, 5, _1b=1, _2b=1, _3b=1, ss=1),
    ]
    players += [arm(50 + number, 600 - 10 * number, starts=30 - number) for number in range(7)]
    players += [arm(60 + number, 200 - 10 * number, relieved=60 - number) for number in range(8)]
    return players


def test_a_squad_has_its_most_used_players_and_whoever_the_law_asks_for_besides():
    settings = DraftSettings()
    roster = roster_of(a_club(), LAW, settings)
    assert len(roster.cards) == LAW.players(settings)
    assert roster.problems == []
    # Nobody else can take the place of an injured shortstop.
    assert 40 in roster.cards
    assert roster.field == {position: number for number, position in enumerate(FIELD, start=1)}
    assert list(roster.rotation) == [50, 51, 52, 53, 54]
    # The field by position, the bench by use, the rotation by starts, the bullpen by its games.
    assert list(roster.cards[:8]) == list(range(1, 9))
    pitchers = [card for card in roster.cards if card >= 50]
    assert list(roster.cards[-len(pitchers) :]) == pitchers
    # Nobody had the two starters who are left relieve.
    bullpen = pitchers[5:]
    assert pitchers[:5] == roster.rotation
    assert bullpen == sorted(bullpen, key=lambda card: (card < 60, card))


def test_a_club_without_players_enough_has_all_of_them_and_is_told_what_it_lacks():
    few = [each for each in a_club() if each.player.key < 20]
    roster = roster_of(few, LAW, DraftSettings())
    assert sorted(roster.cards) == list(range(1, 9))
    assert "no-starter" in [each.code for each in roster.problems]
