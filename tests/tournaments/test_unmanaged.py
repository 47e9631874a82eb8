"""A club without a manager holds nothing up: every act that waits for a manager is done by the
computer, by the others, or comes before the director."""

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from config.notices.kinds import SOURCES
from games.access import rights_in
from games.models import Series
from games.seriesday.services.rulings import Violation, choose_remedy, open_ruling
from games.services.scoring import record_game
from rosters.drafts.services import choosing_slots, preparing
from rosters.drafts.services.settling import looked_at
from rosters.models import Squad, TeamMember
from rosters.rules.draft.slots import Place
from tests.builders import browser, director_of, league, manager
from tests.games.seriesday.builders import Day, a_day, claim
from tests.games.seriesday.test_left_games import told as told_of_left
from tests.rosters.drafts import NOW, UNSANCTIONED, a_league
from tests.rosters.test_draft_notices import SLOW
from tests.tournaments.test_work import items
from tournaments.services.drafts import set_up
from tournaments.services.events import start_tournament
from tournaments.unmanaged import MANAGERS_ACTS

pytestmark = pytest.mark.django_db

PROOFS: dict[str, Callable[[], None]] = {}


def row(*keys: str):
    def keep(proof: Callable[[], None]) -> Callable[[], None]:
        PROOFS.update(dict.fromkeys(keys, proof))
        return proof

    return keep


def alone(*clubs: str, **changes) -> Day:
    """A day on which no one acts for these of the two clubs."""
    day = a_day(**changes)
    teams = [getattr(day.series, f"{club}_id") for club in clubs]
    TeamMember.objects.filter(team__in=teams).delete()
    return day


def work(day: Day) -> list[str]:
    return [told for _, told, _ in items(browser(day.director), day.tournament)]


@row("own-squad")
def a_squad_is_dealt():
    made = a_league()
    start_tournament(tournament=made, acting_user=director_of(made))
    assert Squad.objects.filter(event__key=made.scope).count() == 4


def a_draft_of_three(settings=UNSANCTIONED):
    """A draft of four clubs; that of seat 4 has no manager."""
    made = a_league()
    people = {number: manager(made, number, f"Manager {number}") for number in (1, 2, 3)}
    draft = set_up(tournament=made, acting_user=director_of(made))
    director = director_of(made)
    preparing.change_settings(draft=draft, settings=settings, acting_user=director)
    return draft, people, director


@row("draft-roll", "draft-slot", "draft-pick")
def the_computer_rolls_chooses_and_drafts():
    draft, people, director = a_draft_of_three()
    page = browser(people[1]).get(draft.get_absolute_url()).content.decode()
    assert "the house drafts" in page
    while due := choosing_slots.to_roll(choosing_slots.rolls_of(draft)) & people.keys():
        for number in due:
            seat = draft.seats.get(number=number)
            choosing_slots.roll(seat=seat, faces=None, acting_user=people[number])
    assert choosing_slots.to_roll(choosing_slots.rolls_of(draft)) == frozenset()
    while (number := choosing_slots.choosing(draft).next) is not None:
        assert number != 4
        place: Place = choosing_slots.choosing(draft).free[0]
        seat = draft.seats.get(number=number)
        choosing_slots.choose_slot(seat=seat, place=place, acting_user=people[number])
    assert draft.seats.get(number=4).slot is not None
    preparing.all_are_here(draft=draft, acting_user=director)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    slot = draft.seats.get(number=4).slot
    board = looked_at(draft, 1, now=NOW).board
    assert board.drafters[slot] == "house"
    assert board.turn is not None
    assert board.turn.seat != slot


@row("draft-left")
def the_director_is_notified_of_the_turn():
    draft, _, director = a_draft_of_three(SLOW)
    choosing_slots.roll_for_everybody(draft=draft, acting_user=director)
    choosing_slots.give_earliest_to_all(draft=draft, acting_user=director)
    preparing.all_are_here(draft=draft, acting_user=director)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    seat = draft.seats.get(slot=looked_at(draft, 1, now=NOW).board.turn.seat)
    TeamMember.objects.filter(team=seat.team).delete()
    (waiting,) = SOURCES["on-the-clock"](NOW, [draft.scope])
    assert waiting.people == {director.pk}


@row("meeting")
def a_time_is_agreed_at_once():
    day = alone("away")
    at = timezone.now().replace(second=0, microsecond=0) + timedelta(days=1)
    body = {"times": [at.isoformat()]}
    told = browser(day.home).post(f"/api/v1/series/{day.series.pk}/times/", body, JSON)
    assert told.status_code == 201, told.content
    assert day.series.times.get().state == "agreed"


@row("home-roll", "home-choice")
def the_computer_rolls_and_is_at_home():
    day = alone("away", "home", cards=True, edition_fields={"series": {"high_roll": "chooses"}})
    path = f"/api/v1/series/{day.series.pk}/home-rolls/"
    assert browser(day.director).post(path, {"servers_dice": True}, JSON).status_code == 201
    settled = day.series.home_rolls.order_by("number").last()
    assert settled.hosts_id is not None
    one = alone("away", called="too", name="Another league")
    body = {"servers_dice": False}
    browser(one.home).post(f"/api/v1/series/{one.series.pk}/home-rolls/", body, JSON)
    assert one.series.home_rolls.get().away_roll is not None
    assert one.series.home_rolls.get().home_roll is None


@row("line-up")
def a_game_begins_with_its_plans():
    day = alone("away", cards=True)
    page = browser(day.home).get(f"/series/{day.series.pk}/games/1/before/").content.decode()
    assert "its manager is not asked" in page


@row("decisions")
def the_other_side_enters_them():
    day = alone("away")
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    assert rights_in(day.home, day.series, 1).speaks_for == {0, 1}
    assert day.game().entries


@row("report")
def a_report_is_on_the_list():
    day = alone("away", length=1)
    day.report(day.home, claim(4, 2))
    assert any("The director confirms game 1" in told for told in work(day))


@row("left")
def what_was_left_is_on_the_list():
    day = alone("away", length=2)
    day.report(day.home, claim(2, 3, ending="suspended", inning=7, half=0, outs=1))
    browser(day.home).post(f"/series/{day.series.pk}/games/1/left/", told_of_left())
    assert any("how game 1 was left" in told for told in work(day))


def violation(day: Day, by, case: str, offender: int | None):
    return open_ruling(
        series_id=day.series.pk,
        number=1,
        violation=Violation(case, "He had been taken out.", offender=offender, entry=1),
        acting_user=by,
    )


def to_rule(day: Day, words: str) -> None:
    ruling = day.series.rulings.get()
    assert any(f"{ruling.rule} waits for your ruling" in told for told in work(day))
    (waiting,) = SOURCES["ruling-to-choose"](timezone.now(), [day.series.scope])
    assert day.director.pk in waiting.people
    page = browser(day.director).get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "the director rules" in page
    page = browser(day.home).get(f"/rulings/{ruling.pk}/").content.decode()
    assert words in page


@row("ruling")
def a_remedy_for_a_club_without_a_manager_is_the_directors():
    day = alone("away", length=1)
    day.report(day.home, claim(4, 2))
    violation(day, day.home, "re-entry", day.series.home_id)
    to_rule(day, "waits for the director")


@row("admission")
def an_accusation_of_a_club_without_a_manager_is_the_directors():
    day = alone("away", length=1)
    day.report(day.home, claim(4, 2))
    violation(day, day.home, "re-entry", day.series.away_id)
    to_rule(day, "")
    ruling = day.series.rulings.get()
    ruled = choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    assert ruled.state == "final"
    assert work(day) == [each for each in work(day) if "ruling" not in each]


@row("mistake")
def a_shared_mistake_is_the_directors():
    day = alone("away", length=1)
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    violation(day, day.home, "misread", None)
    to_rule(day, "waits for the director")


@row("sheet")
def the_computer_signs():
    day = alone("away", length=1, cards=True)
    day.report(day.director, day.pitched(claim(4, 2)))
    assert Series.objects.get(pk=day.series.pk).completed_at is not None
    # The home manager has one to sign; that of the home club is signed.
    away, home = day.series.away, day.series.home
    assert any(f"the sheet of {away} is unsigned" in told for told in work(day))
    sheet = home.pitching_sheets.get()
    page = browser(day.director).get(sheet.get_absolute_url()).content.decode()
    assert "Signed by the computer manager" in " ".join(page.split())
    assert "Open again" not in page
    TeamMember.objects.filter(team=home).delete()
    assert not any("unsigned" in told for told in work(day))
    # Who joins later finds it signed, and is asked for nothing.
    for club in (home, away):
        number = day.tournament.entrants.get(team=club).number
        later = manager(day.tournament, number, f"Later {number}")
        assert not any("unsigned" in told for told in work(day))
        for signed in (home, away):
            url = signed.pitching_sheets.get().get_absolute_url()
            text = " ".join(browser(later).get(url).content.decode().split())
            assert "Signed by the computer manager" in text


JSON = "application/json"


@pytest.mark.parametrize("act", MANAGERS_ACTS, ids=lambda act: act.key)
def test_an_act_of_a_club_without_a_manager_holds_nothing_up(act):
    PROOFS[act.key]()


def test_the_desk_says_what_happens_without_a_manager():
    made = league(4, started=False)
    page = browser(director_of(made)).get(f"/t/{made.slug}/desk/").content.decode()
    for each in MANAGERS_ACTS:
        assert each.act in unescape(page)
    assert len(PROOFS) == len(MANAGERS_ACTS)
