"""A dropped club that would go on, and those who played for it (T0.08e to h)."""

import pytest

from config.refusals import Refused
from tests.builders import browser, director_of, league, manager, person, result
from tests.tournaments.drops import drop
from tests.tournaments.test_drop_refusals import covered_by
from tournaments.models import Tournament
from tournaments.rules.advancing import BY_DIVISION, AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.selectors.league import load_league
from tournaments.services.drawing import advance_event
from tournaments.services.drops import take_over
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format

pytestmark = pytest.mark.django_db


def two_divisions() -> Tournament:
    """Clubs 1 to 4 and 5 to 8 meet once each, and the winners play for the title."""
    made = league(8, started=False)
    entry = AdvanceRule(per_division=1, seeding=BY_DIVISION)
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=(
            StageSpec(ROUND_ROBIN, "Divisions", 1),
            StageSpec(KNOCKOUT, "Title", games=(1,), entry=entry),
        ),
        divisions=2,
        acting_user=director,
    )
    return start_tournament(tournament=made, acting_user=director)


def finish(made: Tournament, *upsets: tuple[int, int]) -> None:
    """Whoever has the lower number wins what is left, except where it is said."""
    for each in load_league(made).meetings:
        one, other = sorted((each.home.number, each.away.number))
        if each.state != "final":
            result(made, one, other, (2, 3) if (one, other) in upsets else (3, 2))


def finalists(made: Tournament) -> set[int]:
    stage = load_league(made).stages[1]
    return set(stage.members.values_list("entrant__number", flat=True))


@pytest.mark.rule("T0.08e", "T0.08f", "T0.08h")
def test_t0_08e_a_club_that_would_go_on_is_taken_over_before_the_next_stage_is_drawn():
    made = two_divisions()
    director = director_of(made)
    one, two = person("Guest One"), person("Guest Two")
    covered = covered_by(made, 1, one, two)
    finish(made)
    with pytest.raises(Refused) as refused:
        advance_event(tournament=made, acting_user=director)
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.place) == ("take-over-open", "take_over")
    assert refusal.facts["club"] == 1
    assert "Guest One" in refusal.message
    assert "Guest Two" in refusal.message
    # The director reads the same where he asks for the draw, and nothing is drawn.
    asked = browser(director).post(f"/t/{made.slug}/desk/", {"act": "advance"})
    assert "Guest One, Guest Two may take it over" in asked.content.decode()
    assert finalists(made) == set()
    take_over(drop=covered, rolls={one.pk: 3, two.pk: 4}, acting_user=director)
    advance_event(tournament=made, acting_user=director)
    assert finalists(made) == {1, 5}


@pytest.mark.rule("T0.08h")
def test_t0_08h_a_club_that_nobody_takes_over_does_not_go_on():
    made = two_divisions()
    covered_by(made, 1, person("Guest"))
    finish(made)
    drop(made, 1)
    advance_event(tournament=made, acting_user=director_of(made))
    assert finalists(made) == {2, 5}


@pytest.mark.rule("T0.08e", "T0.08g")
@pytest.mark.parametrize(
    ("number", "by_a_winner", "through"),
    [
        # The club would not go on itself.
        (2, False, {1, 5}),
        # The only one who played for it goes on with a club of his own, and may not take it over.
        (1, True, {2, 5}),
    ],
)
def test_t0_08_a_club_that_nobody_could_take_on_keeps_nobody_waiting(number, by_a_winner, through):
    made = two_divisions()
    covered_by(made, number, manager(made, 5, "A Winner") if by_a_winner else person("Guest"))
    finish(made)
    advance_event(tournament=made, acting_user=director_of(made))
    assert finalists(made) == through


@pytest.mark.rule("T0.08e")
def test_t0_08e_a_club_that_would_be_level_for_the_last_place_is_taken_over_first():
    """Were it taken over, a die would have to say who goes on."""
    made = two_divisions()
    director = director_of(made)
    covered = covered_by(made, 1, person("Guest"))
    # Clubs 1 and 3 win two of three; without 1 nobody is level with 3.
    finish(made, (1, 3), (2, 3), (3, 4))
    with pytest.raises(Refused) as refused:
        advance_event(tournament=made, acting_user=director)
    assert [each.code for each in refused.value.refusals] == ["take-over-open"]
    take_over(drop=covered, rolls={}, acting_user=director)
    with pytest.raises(Refused) as refused:
        advance_event(tournament=made, acting_user=director)
    assert refused.value.code == "tie-open"
    assert set(refused.value.refusals[0].facts["members"]) == {1, 3}
