"""Setting a tournament up and starting it."""

from collections import Counter

import pytest
from django.utils import timezone

from config.journal.models import Action
from config.refusals import Refused
from games.models import Series
from rosters.models import Team
from rosters.rules.teams import TeamPlan
from tests.builders import clubs, director_of, league, person, plan
from tournaments.models import Fixture, Tournament
from tournaments.permissions import TournamentAccess
from tournaments.services import events
from tournaments.services.events import (
    change_visibility,
    close_tournament,
    create_tournament,
    start_tournament,
)
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def refused(**changes: object) -> list[tuple[str, str]]:
    """(code, place) of everything that is wrong with the plan; nothing may have been stored."""
    before = Tournament.objects.count(), Team.objects.count(), Action.objects.count()
    with pytest.raises(Refused) as caught:
        create_tournament(plan=plan(**changes), acting_user=None)  # type: ignore[arg-type]
    assert (Tournament.objects.count(), Team.objects.count(), Action.objects.count()) == before
    return [(refusal.code, refusal.place) for refusal in caught.value.refusals]


def test_a_tournament_is_set_up_with_its_clubs_and_its_director():
    dana = person("Dana")
    made = create_tournament(plan=plan(4), acting_user=dana)
    assert made.state == Tournament.State.SETUP
    assert [entrant.number for entrant in made.entrants.all()] == [1, 2, 3, 4]
    assert made.roles.get().user == dana
    assert made.system.settings(made.settings) == made.settings
    assert not Series.objects.exists()
    line = Action.objects.get(scope=made.scope)
    assert (line.code, line.actor) == ("tournament-created", dana)


def test_an_unknown_system_is_refused():
    assert refused(system_key="cricket") == [("unknown-system", "system")]


@pytest.mark.parametrize("count", [0, 2, 31])
def test_too_few_or_too_many_clubs_are_refused(count):
    assert refused(count=count) == [("number-of-clubs", "clubs")]


def test_clubs_alike_are_refused():
    alike = [TeamPlan("Aces", "ACE"), TeamPlan("aces ", "ACS"), TeamPlan("Bears", "ace")]
    assert refused(clubs=alike) == [
        ("duplicate-name", "club 2"),
        ("duplicate-abbreviation", "club 3"),
    ]


def test_an_illegal_option_is_refused_with_its_place():
    assert refused(settings={"innings": 0}) == [("option-out-of-range", "options.innings")]
    assert refused(settings={"designated_hitter": True}) == [
        ("unknown-option", "options.designated_hitter")
    ]


def test_everything_that_is_wrong_is_said_at_once():
    found = refused(
        name=" ",
        system_key="cricket",
        clubs=[TeamPlan("", "A"), TeamPlan("Bears", "BEA", colour="green")],
        format=Format(legs=9, series_length=40),
        visibility="secret",
    )
    assert Counter(code for code, _ in found) == Counter(
        {
            "tournament-name-length": 1,
            "unknown-system": 1,
            "number-of-clubs": 1,
            "team-name-length": 1,
            "abbreviation-length": 1,
            "not-a-colour": 1,
            "legs-out-of-range": 1,
            "series-length-out-of-range": 1,
            "unknown-visibility": 1,
        }
    )


def test_a_home_pattern_has_to_fit_the_series():
    code, place = refused(format=Format(legs=1, series_length=3, home_pattern="HA"))[0]
    assert (code, place) == ("home-pattern-length", "home_pattern")


def test_a_name_that_is_taken_is_refused_even_in_a_race(monkeypatch):
    league(started=False)
    assert refused() == [("tournament-name-taken", "name")]
    # Somebody took it between the look and the write: the database keeps the invariant.
    monkeypatch.setattr(events, "refuse_all", lambda refusals: None)
    assert refused() == [("tournament-name-taken", "name")]


@pytest.mark.parametrize(("count", "legs"), [(6, 1), (6, 2), (5, 2)])
def test_the_start_draws_every_pair_as_often_as_it_says(count, legs):
    tournament = league(count, format=Format(legs=legs, series_length=3))
    assert tournament.state == Tournament.State.RUNNING
    fixtures = Fixture.objects.filter(round__stage__tournament=tournament)
    pairs = Counter(
        frozenset(pair)
        for pair in fixtures.filter(away__isnull=False).values_list("home_id", "away_id")
    )
    assert len(pairs) == count * (count - 1) // 2
    assert set(pairs.values()) == {legs}
    byes = Counter(fixtures.filter(away=None).values_list("home_id", flat=True))
    assert set(byes.values()) == ({legs} if count % 2 else set())
    assert fixtures.filter(series__isnull=False).count() == len(pairs) * legs


def test_a_tournament_starts_once():
    tournament = league(4)
    with pytest.raises(Refused) as caught:
        start_tournament(tournament=tournament, acting_user=director_of(tournament))
    assert caught.value.code == "already-started"
    assert Series.objects.count() == 6


def test_a_start_costs_the_same_number_of_queries_for_any_field(django_assert_max_num_queries):
    small, large = league(4, started=False), league(20, name="Large", started=False)
    for tournament in (small, large):
        # SQLite takes no more than so many values at once: four rows of series for the large one.
        with django_assert_max_num_queries(16):
            start_tournament(tournament=tournament, acting_user=None)  # type: ignore[arg-type]


def test_who_may_look_is_changed_and_logged():
    tournament = league(4)
    dana = tournament.roles.get().user
    change_visibility(tournament=tournament, visibility="private", acting_user=dana)
    line = Action.objects.latest("id")
    assert (line.old, line.new) == ({"visibility": "public"}, {"visibility": "private"})
    with pytest.raises(Refused):
        change_visibility(tournament=tournament, visibility="secret", acting_user=dana)


def test_the_same_seed_draws_the_same_games():
    seeds = []
    for name in ("One", "Two"):
        tournament = league(4, name=name, clubs=clubs(4))
        seeds.append(list(Series.objects.filter(event__key=tournament.scope).values_list("seed")))
    assert seeds[0] == seeds[1]


def test_a_tournament_closes_with_its_last_series_and_opens_when_one_is_taken_back():
    tournament = league(4)
    closed = close_tournament(tournament_id=tournament.pk, acting_user=None)
    assert closed.state == Tournament.State.RUNNING
    Series.objects.update(completed_at=timezone.now())
    closed = close_tournament(tournament_id=tournament.pk, acting_user=None)
    assert closed.state == Tournament.State.COMPLETE
    Series.objects.filter(pk=Series.objects.first().pk).update(completed_at=None)
    dana = tournament.roles.get().user
    closed = close_tournament(tournament_id=tournament.pk, acting_user=dana)
    assert closed.state == Tournament.State.RUNNING
    line = Action.objects.latest("id")
    assert (line.code, line.actor) == ("tournament-reopened", dana)
    assert Action.objects.filter(code="tournament-completed").count() == 1


def test_a_tournament_being_set_up_is_not_closed_for_want_of_series():
    setup = league(4, started=False)
    assert (
        close_tournament(tournament_id=setup.pk, acting_user=None).state == Tournament.State.SETUP
    )


def test_a_series_finds_the_way_back_to_its_tournament():
    tournament = league(4)
    found = TournamentAccess().way_back(str(tournament.pk))
    assert found == ("Test League", f"/t/{tournament.slug}/")
