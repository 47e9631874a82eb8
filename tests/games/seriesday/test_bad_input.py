"""Every act of a series day, sent with one field spoilt or a second time: what is not done is
refused with code and place, and leaves nothing behind."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from config.journal.models import Action
from games.clubs import Squads
from games.engine.record import simulate
from games.engine.situation import HOME
from games.models import Game, Series
from games.rules.endings import SUSPENDED
from games.seriesday.models import (
    Absence,
    GameReport,
    HomeRoll,
    Ruling,
    RulingStep,
    SeriesClock,
    SuspendedRoll,
)
from games.seriesday.services.absences import report_absence, set_deadline
from games.seriesday.services.home import open_home_roll, roll_for_home
from games.seriesday.services.reporting import report_game
from games.seriesday.services.rulings import Violation, open_ruling
from games.services.scoring import Seats, record_game
from pitching.models import ColumnEntry
from rosters.models import TeamMember
from tests.builders import league, manager
from tests.games.seriesday.builders import a_day, claim
from tests.personas import nothing_lasts
from tournaments.selectors.league import load_league
from tournaments.services.plans import Format

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_waits")]

KEPT = (
    *(Series, Game, GameReport, Ruling, RulingStep, Absence, SeriesClock, HomeRoll),
    *(SuspendedRoll, ColumnEntry, TeamMember, Action),
)

SPOILT = ("x", "-1", str(2**62))

SPOILT_JSON: tuple[Any, ...] = (None, "x", -1, 2**62, [1])

Sent = tuple[str, str, dict[str, Any]]
"""Who sends it, where to, and what is sound."""


def stored() -> list[Any]:
    """Everything that acts of a day write, as it stands."""
    return [list(model._default_manager.order_by("pk").values()) for model in KEPT]


class Eventful:
    """A day on which something of every kind waits: game 1 of the first series disputed, game 2
    suspended, game 4 under way on the engine and game 5 suspended there, a ruling open, somebody
    missing, a roll for home before another series, and one before a third whose winner has still to
    say what he wants. Beside it a league of dice, in which a result alone is sound: game 1
    confirmed, game 2 not begun."""

    def __init__(self) -> None:
        self.day = day = a_day(cards=True, length=5)
        day.report(day.home, day.pitched(day.claim(4, 2)))
        day.report(day.away, day.pitched(day.claim(5, 2)))
        stopped = day.claim(1, 0, ending=SUSPENDED, inning=5)
        day.report(day.director, day.pitched(stopped, 2), number=2)
        self.ruling = open_ruling(
            series_id=day.series.pk,
            number=1,
            violation=Violation("re-entry", "He was out.", offender=day.series.home_id),
            acting_user=day.away,
        )
        self.absence = report_absence(
            series_id=day.series.pk, team_id=day.series.home_id, words="", acting_user=day.away
        )
        self.running, self.stopped = (
            record_game(
                series_id=day.series.pk,
                number=number,
                transcript=words,
                acting_user=day.director,
                seats=Seats(dice=dice, away_managed=True, home_managed=True),
            )
            for number, dice, words in ((4, "server", ()), (5, "table", ("suspend",)))
        )
        self.next, self.rolled = Series.objects.filter(event__key=day.series.scope).order_by("pk")[
            1:3
        ]
        day.tournament.edition_fields = {"series": {"high_roll": "chooses"}}
        day.tournament.save()
        set_deadline(
            series_ids=[day.series.pk],
            due=timezone.now() + timedelta(days=2),
            house_plays=True,
            acting_user=day.director,
        )
        self.shared = open_ruling(
            series_id=day.series.pk,
            number=2,
            violation=Violation("misread", "A six was a nine.", made_in_half=3, noticed_in_half=3),
            acting_user=day.away,
        )
        self.dice = league(
            4, name="Dice", system_key="poker-dice", format=Format(legs=1, series_length=2)
        )
        self.plain = Series.objects.filter(event__key=self.dice.scope).order_by("pk")[0]
        report_game(
            series_id=self.plain.pk, number=1, claim=claim(4, 2), key="", acting_user=day.director
        )
        sides = day.series.sides(4)
        self.gives_up = f"concede={'home' if sides[HOME] == day.series.home_id else 'away'}"
        self.due = timezone.now() + timedelta(days=3)
        # Of a club without people the computer rolls.
        for entrant in day.tournament.entrants.filter(team__members=None):
            manager(day.tournament, entrant.number, f"Manager {entrant.number}")
        open_home_roll(series_id=self.next.pk, servers_dice=False, acting_user=day.director)
        open_home_roll(series_id=self.rolled.pk, servers_dice=False, acting_user=day.director)
        for team, value in ((self.rolled.home_id, 15), (self.rolled.away_id, 3)):
            roll_for_home(
                series_id=self.rolled.pk, team_id=team, value=value, acting_user=day.director
            )
        self.round = next(
            each.number
            for each in load_league(day.tournament).rounds
            if any(one.series_id == day.series.pk for one in each.series)
        )

    @property
    def throw(self) -> str:
        """A first throw of the game that is suspended before its first pitch."""
        clubs = Squads().clubs(self.stopped)
        series = self.day.series
        return simulate(series.system, series.settings, "resumed", clubs=clubs).transcript[0]

    @property
    def pages(self) -> Iterator[Sent]:
        """The acts of the pages."""
        day, series = self.day, self.day.series
        report = f"/series/{series.pk}/games/1/report/"
        told = {"away_runs": "5", "home_runs": "2", "ending": "played", "inning": "9"}
        yield "away", report, {"act": "confirm", "version": "1"}
        yield "director", report, {"act": "settle", "version": "1", "reason": "So it was."}
        yield "director", report, {"act": "correct", "reason": "Told wrongly.", **told}
        yield "director", report, {"act": "preview", "reason": "Told wrongly.", **told}
        yield "director", report, {"act": "void", "reason": "Never played."}
        yield (
            "home",
            f"/series/{series.pk}/games/3/report/",
            {
                "act": "report",
                "key": "one",
                "outs": "0",
                "half": "top",
                **(told | {"ending": "conceded", "conceded_by": "home", "away_runs": "12"}),
            },
        )
        plain = f"/series/{self.plain.pk}/games/1/report/"
        yield "director", plain, {"act": "correct", "reason": "Told wrongly.", **told}
        yield "director", plain, {"act": "preview", "reason": "Told wrongly.", **told}
        second = f"/series/{self.plain.pk}/games/2/report/"
        gave_up = {"ending": "conceded", "conceded_by": "home", "outs": "0", "half": "top"}
        yield "director", second, {"act": "report", "key": "two", **(told | gave_up)}
        mercy = {"ending": "mercy", "home_batted": "yes", "away_runs": "10", "home_runs": "0"}
        mercy = told | mercy | {"inning": "7"}
        yield "director", second, {"act": "report", "key": "three", **mercy}
        running = f"/series/{series.pk}/games/4/score/"
        yield "home", running, {"act": "enter", "entry": self.gives_up, "after": "0"}
        yield "home", running, {"act": "enter", "entry": "suspend", "after": "0"}
        yield "home", running, {"act": "on", "after": "0"}
        # Resumed, with dice of the table.
        stopped = f"/series/{series.pk}/games/5/score/"
        yield "away", stopped, {"act": "enter", "entry": self.throw, "after": "1"}
        yield "away", stopped, {"act": "undo", "after": "1", "reason": "It was not."}
        yield "away", stopped, {"act": "rewind", "entry": "1", "after": "1", "reason": "No."}
        violation = {"case": "re-entry", "facts": "He was out.", "offender": str(series.home_id)}
        halves = {"made_in_half": "3", "noticed_in_half": "4", "batters_since": "0"}
        yield (
            "away",
            f"/series/{series.pk}/rulings/",
            {
                "number": "1",
                "entry": "",
                "pitcher": "",
                **violation,
                **halves,
            },
        )
        ruling = f"/rulings/{self.ruling.pk}/"
        yield "away", ruling, {"act": "choose", "remedy": "accept", "words": "", "entry": ""}
        yield "away", ruling, {"act": "preview", "remedy": "accept", "words": "", "entry": ""}
        yield "home", f"/rulings/{self.shared.pk}/", {"act": "agree"}
        yield "home", f"/rulings/{self.shared.pk}/", {"act": "deny"}
        yield "home", ruling, {"act": "appeal", "words": "It was not so."}
        yield "director", ruling, {"act": "dismiss", "words": "It was not so."}
        absences = f"/series/{series.pk}/absences/"
        yield "home", absences, {"act": "report", "team": str(series.away_id), "words": "Gone."}
        yield "away", absences, {"act": "withdraw", "absence": str(self.absence.pk)}
        home = f"/series/{self.next.pk}/home/"
        yield "director", home, {"act": "roll", "team": str(self.next.home_id), "value": "7"}
        yield "director", home, {"act": "withdraw", "reason": "Fell off the table."}
        chosen = f"/series/{self.rolled.pk}/home/"
        yield "director", chosen, {"act": "choose", "at": "home"}
        yield "director", f"/series/{self.rolled.pk + 1}/home/", {"act": "open", "dice": "server"}
        board = f"/t/{day.tournament.slug}/board/"
        here = {"round": str(self.round), "series": str(series.pk)}
        yield "director", board, {"act": "begin", "round": str(self.round)}
        yield "director", board, {"act": "extend", "minutes": "15", **here}
        yield "director", board, {"act": "suspend", **here}
        yield "director", board, {"act": "house", **here}
        who = {"team": str(series.home_id), "person": str(day.away.pk)}
        yield "director", board, {"act": "substitute", **who, **here}
        yield "director", board, {"act": "tie", "game": str(day.game(2).pk), **here}
        yield "director", board, {"act": "take-up", "game": str(day.game(2).pk), **here}
        order = {"game": str(day.game(2).pk), "team": str(series.home_id), "value": "7"}
        yield "director", board, {"act": "order", **order, **here}
        right = {**order, "throw": "1", "reason": "misread"}
        yield "director", board, {"act": "order-right", **right, **here}
        until = {"due": f"{self.due:%Y-%m-%dT%H:%M}", "house_plays": "yes"}
        yield "director", board, {"act": "deadline", **until, "round": str(self.round)}
        yield "director", board, {"act": "put-off", "hours": "24", **here}

    @property
    def calls(self) -> Iterator[Sent]:
        """The same by the API."""
        day, series = self.day, self.day.series
        game = f"/api/v1/series/{series.pk}/games/1/reports/"
        told = {"away": {"runs": 5}, "home": {"runs": 2}, "ending": "regulation", "inning": 9}
        yield "away", f"{game}confirm/", {"version": 1}
        yield "director", f"{game}settle/", {"version": 1, "reason": "So it was."}
        yield "director", f"{game}correct/", {"reason": "Told wrongly.", **told}
        yield "director", f"{game}preview/", {"reason": "Told wrongly.", **told}
        plain = f"/api/v1/series/{self.plain.pk}/games/1/reports/"
        yield "director", f"{plain}correct/", {"reason": "Told wrongly.", **told}
        yield "director", f"{plain}preview/", {"reason": "Told wrongly.", **told}
        second = f"/api/v1/series/{self.plain.pk}/games/2/reports/"
        conceded = told | {"ending": "conceded", "conceded_by": "home", "half": "top", "outs": 0}
        yield "director", second, {"key": "two", **conceded}
        mercy = {"away": {"runs": 10}, "home": {"runs": 0}, "ending": "mercy", "inning": 7}
        yield "director", second, {"key": "three", "half": "bottom", "outs": 3, **mercy}
        running = f"/api/v1/games/{self.running.pk}/"
        yield "home", f"{running}entries/", {"entries": [self.gives_up], "after": 0}
        yield "home", f"{running}entries/", {"entries": ["suspend"], "after": 0}
        yield "home", f"{running}throw/", {"after": 0}
        stopped = f"/api/v1/games/{self.stopped.pk}/"
        yield "away", f"{stopped}entries/", {"entries": [self.throw], "after": 1}
        yield "away", f"{stopped}undo/", {"after": 1, "reason": "It was not."}
        yield "away", f"{stopped}rewind/", {"after": 1, "entry": 1, "reason": "No."}
        yield "home", f"/api/v1/series/{series.pk}/games/3/reports/", {"key": "one", **told}
        yield (
            "away",
            f"/api/v1/series/{series.pk}/rulings/",
            {
                "number": 1,
                "case": "re-entry",
                "facts": "He was out.",
                "entry": 2,
                "pitcher": 1,
                "offender": series.home_id,
                "made_in_half": 3,
                "noticed_in_half": 4,
            },
        )
        ruling = f"/api/v1/rulings/{self.ruling.pk}/"
        yield "away", f"{ruling}choose/", {"remedy": "accept", "words": "", "entry": 2}
        yield "away", f"{ruling}preview/", {"remedy": "accept", "words": "", "entry": 2}
        shared = f"/api/v1/rulings/{self.shared.pk}/"
        yield "home", f"{shared}agree/", {"denies": True}
        yield "home", f"{ruling}appeal/", {"words": "It was not so."}
        yield "director", f"{ruling}dismiss/", {"words": "It was not so."}
        absences = f"/api/v1/series/{series.pk}/absences/"
        yield "home", absences, {"team": series.away_id, "words": "Gone."}
        home = f"/api/v1/series/{self.next.pk}/home-rolls/"
        yield "director", f"{home}roll/", {"team": self.next.home_id, "value": 7}
        chosen = f"/api/v1/series/{self.rolled.pk}/home-rolls/choose/"
        yield "director", chosen, {"at_home": True}
        opened = f"/api/v1/series/{self.rolled.pk + 1}/home-rolls/"
        yield "director", opened, {"servers_dice": False}
        board = f"/api/v1/tournaments/{day.tournament.slug}/board/"
        game2 = day.game(2).pk
        yield "director", f"{board}begin/", {"round": self.round}
        yield "director", f"{board}extend/", {"series": series.pk, "minutes": 15}
        yield "director", f"{board}suspend/", {"series": series.pk}
        yield "director", f"{board}play/", {"series": series.pk}
        yield "director", f"{board}tie/", {"game": game2}
        yield "director", f"{board}take-up/", {"game": game2}
        order = {"game": game2, "team": series.home_id, "value": 7}
        yield "director", f"{board}order/", order
        yield "director", f"{board}order-right/", {**order, "throw": 1, "reason": "misread"}
        until = {"due": self.due.isoformat(), "house_plays": True}
        yield "director", f"{board}deadline/", {"round": self.round, **until}
        yield "director", f"{board}put-off/", {"series": series.pk, "hours": 24}
        who = {"team": series.home_id, "person": day.away.pk}
        yield "director", f"{board}substitute/", who

    def user(self, who: str) -> Any:
        return getattr(self.day, who)


def spoilt(sound: dict[str, Any], values: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The body with one field at a time spoilt, or left out."""
    for field in sound:
        if field == "act":
            continue
        yield {key: value for key, value in sound.items() if key != field}
        for value in values:
            yield {**sound, field: value}


@pytest.mark.long
def test_no_form_of_a_day_breaks_or_leaves_half_of_anything():
    eventful = Eventful()
    before, wrong = stored(), []
    for who, address, sound in list(eventful.pages):
        client = Client(raise_request_exception=False)
        client.force_login(eventful.user(who))
        for body in spoilt(sound, SPOILT):
            with nothing_lasts():
                answer = client.post(address, body)
                same = stored() == before
            if answer.status_code >= 500:
                wrong.append(("error", address, body))
            if answer.status_code >= 400 and not same:
                wrong.append(("half", address, body))
            if answer.status_code == 422 and not all(
                each.code and each.message for each in answer.context["refusals"]
            ):
                wrong.append(("wordless", address, body))
    assert wrong == []


@pytest.mark.long
def test_no_call_of_a_day_breaks_or_leaves_half_of_anything():
    eventful = Eventful()
    before, wrong = stored(), []
    for who, address, sound in list(eventful.calls):
        client = APIClient(raise_request_exception=False)
        client.force_authenticate(eventful.user(who))
        for body in spoilt(sound, SPOILT_JSON):
            with nothing_lasts():
                answer = client.post(address, body, format="json")
                same = stored() == before
            if answer.status_code >= 500:
                wrong.append(("error", address, body))
            if answer.status_code >= 400 and not (same and answer.data["error"]["code"]):
                wrong.append(("half", address, body))
    assert wrong == []


TWICE = ("begin", "extend", "put-off", "deadline", "substitute", "preview", "order")
"""Acts that may be done again: they set the same once more, add to it, or store nothing."""


@pytest.mark.long
def test_a_form_that_stood_open_in_another_tab_is_refused_and_changes_nothing():
    eventful = Eventful()
    again = []
    for who, address, sound in list(eventful.pages):
        client = Client()
        client.force_login(eventful.user(who))
        if sound.get("act") in TWICE:
            continue
        with nothing_lasts():
            if client.post(address, sound).status_code != 302:
                continue
            after = stored()
            second = client.post(address, sound)
            again.append((address, sound.get("act")))
            assert stored() == after or sound.get("act") is None, (address, sound)
            if sound.get("act") not in ("report", None):
                assert second.status_code == 422, (address, sound)
    acts = {act for _, act in again}
    assert acts >= {"confirm", "settle", "void", "choose", "appeal", "dismiss", "withdraw", "roll"}


NOT_HERE = {
    # Pitchers belong to a report of cards; the others have nothing to be done to.
    *("/series/{day}/games/1/report/ correct", "/series/{day}/games/1/report/ preview"),
    *("/series/{day}/games/3/report/ report", "board/ house", "board/ tie", "board/ take-up"),
    *("board/ order", "board/ order-right", "games/1/reports/correct/", "games/1/reports/preview/"),
    *("games/3/reports/", "board/play/", "board/tie/", "board/take-up/"),
    *("board/order/", "board/order-right/"),
}
"""Acts that are refused even as they stand here; of all others only the spoilt field is wrong."""


@pytest.mark.long
def test_what_is_spoilt_is_sound_before():
    eventful = Eventful()
    refused = set()
    for who, address, sound in list(eventful.pages):
        client = Client()
        client.force_login(eventful.user(who))
        with nothing_lasts():
            if client.post(address, sound).status_code not in (200, 302):
                refused.add(f"{address} {sound.get('act', '')}")
    for who, address, sound in list(eventful.calls):
        api = APIClient()
        api.force_authenticate(eventful.user(who))
        with nothing_lasts():
            if api.post(address, sound, format="json").status_code not in (200, 201):
                refused.add(address)
    plain = f"/series/{eventful.plain.pk}/"
    known = {each.format(day=eventful.day.series.pk) for each in NOT_HERE}
    wrong = {each for each in refused if not each.endswith(tuple(known))}
    assert wrong | {each for each in refused if plain in each} == set()
