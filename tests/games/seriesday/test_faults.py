"""Faults of a series day: servers that die, corrections and rulings while play goes on."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from config.journal.models import Action
from config.people.tokens import issue_api_token
from config.refusals import Refused
from games.models import Game, Series
from games.seriesday.models import GameReport, Ruling
from games.seriesday.services.reporting import correct_report
from games.seriesday.services.rulings import choose_remedy
from games.services.playing import play_series
from pitching.models import Outing, PitchingSheet, SheetColumn
from pitching.selectors.sheets import sheet_values
from tests.at_once import at_once
from tests.config.processes import DEADLINE, database_url, wait_for_site
from tests.games.seriesday.builders import a_day, claim
from tests.games.seriesday.test_rulings import tired_pitcher
from tournaments.selectors.league import load_league

TOLD: dict[str, Any] = {
    "away": {"runs": 4},
    "home": {"runs": 2},
    "ending": "regulation",
    "inning": 9,
    "key": "from a phone",
}


@contextmanager
def a_site(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The site on the test's database in a process of its own."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": database_url(),
        "HORSEHIDE_VAR": str(folder),
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "False",
    }
    with socket.socket() as listener, (folder / "log").open("w") as log:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, "manage.py", "web", f"--fd={listener.fileno()}"],
            cwd=settings.ROOT,
            env=environment,
            pass_fds=[listener.fileno()],
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        # Only the site listens from here on: where it is killed, nobody does.
        listener.close()
        try:
            wait_for_site(process, address)
            yield process, address
        finally:
            process.kill()
            process.wait(DEADLINE)


def post(address: str, user, body: dict[str, Any]) -> int:
    """The status; 0 where the server died before it answered."""
    token = issue_api_token(user=user, acting_user=None)
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    request = Request(address, json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=DEADLINE) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except OSError:
        return 0


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_server_killed_between_report_and_confirmation_loses_neither(tmp_path: Path):
    day = a_day()
    reports = f"/api/v1/series/{day.series.pk}/games/1/reports/"
    with a_site(tmp_path) as (process, address):
        assert post(address + reports, day.home, TOLD) == 201
        process.send_signal(signal.SIGKILL)
        process.wait(DEADLINE)
        assert post(address + reports, day.home, TOLD) == 0
    assert GameReport.objects.get().state == GameReport.State.OPEN
    assert day.game().status == Game.Status.REPORTED
    with a_site(tmp_path) as (_, address):
        # The phone heard nothing and sends it again.
        assert post(address + reports, day.home, TOLD) == 201
        assert GameReport.objects.count() == 1
        assert post(f"{address}{reports}confirm/", day.away, {"version": 1}) == 200
    assert day.game().is_final
    codes = Action.objects.filter(code__in=("game-reported", "report-confirmed"))
    assert list(codes.order_by("pk").values_list("code", flat=True)) == [
        "game-reported",
        "report-confirmed",
    ]


@pytest.mark.django_db(transaction=True)
def test_a_correction_while_the_next_round_is_simulated_leaves_sheets_and_table_consistent():
    day = a_day(cards=True, length=1)
    told = day.pitched(claim(4, 2))
    day.report(day.director, told)
    fewer = replace(told, sides=(replace(told.sides[0], runs=3), told.sides[1]))
    later = list(
        Series.objects.filter(event__key=day.series.scope)
        .exclude(pk=day.series.pk)
        .order_by("pk")
        .values_list("pk", flat=True)
    )

    def act(number: int):
        if number:
            return play_series(series_ids=later, acting_user=None)
        return correct_report(
            game_id=day.game().pk, claim=fewer, reason="A run less.", acting_user=day.director
        )

    found = at_once(2, act)
    assert not [each for each in found if isinstance(each, Refused)]
    league = load_league(day.tournament)
    assert not league.unplayed
    assert (day.game().away_runs, day.game().home_runs) == (3, 2)
    runs = sum(result.home_runs + result.away_runs for result in league.results)
    assert runs == sum(game.home_runs + game.away_runs for game in Game.objects.all())
    assert_sheets_hold_every_game_once(day)
    assert not Ruling.objects.exists()


def assert_sheets_hold_every_game_once(day) -> None:
    """Each game has one column on each of its clubs' sheets, with as many outs as were made."""
    columns = SheetColumn.objects.exclude(status=SheetColumn.Status.TAKEN_BACK)
    games = Game.objects.filter(series__event__key=day.series.scope).exclude(status="void")
    for game in games:
        assert columns.filter(key=f"game:{game.pk}").count() == 2
    assert columns.count() == 2 * games.count()
    sheets = PitchingSheet.objects.filter(event__key=day.series.scope)
    for sheet in sheets:
        value = sheet_values([sheet])[sheet.pk]
        there = columns.filter(sheet=sheet)
        assert {each.column for each in value.outings} == {each.number for each in there}
        for column in there:
            outs = sum(each.outs for each in value.outings if each.column == column.number)
            assert outs == column.outs


@pytest.mark.django_db
@pytest.mark.parametrize("remedy", ["accept", "suspend"])
def test_a_ruling_on_a_game_whose_pitchers_have_pitched_again_leaves_later_games_as_they_were(
    remedy,
):
    day = a_day(cards=True, length=3)
    ruling, tired, _ = tired_pitcher(day)
    day.report(day.director, day.pitched(claim(5, 1), 3), number=3)
    third = day.game(3)
    before = written(third)
    choose_remedy(
        ruling_id=ruling.pk, remedy=remedy, footnote="Let stand.", acting_user=day.director
    )
    assert written(third) == before
    assert not Ruling.objects.filter(game=third).exists()
    second = SheetColumn.objects.filter(key=f"game:{day.game(2).pk}")
    if remedy == "accept":
        assert_sheets_hold_every_game_once(day)
        assert tired in {card for _, card, _ in written(day.game(2))}
        return
    # It waits, without its outings, and is finished in its own column.
    assert day.game(2).status == Game.Status.SUSPENDED
    assert set(second.values_list("status", flat=True)) == {"taken-back"}
    day.series.refresh_from_db()
    assert day.series.completed_at is None
    numbers = list(second.order_by("pk").values_list("number", flat=True))
    day.report(day.director, day.pitched(claim(6, 4), 2), number=2)
    assert_sheets_hold_every_game_once(day)
    again = SheetColumn.objects.filter(key=f"game:{day.game(2).pk}").exclude(status="taken-back")
    assert list(again.order_by("pk").values_list("number", flat=True)) == numbers
    codes = list(Action.objects.order_by("pk").values_list("code", flat=True))
    assert codes.index("ruling-opened") < codes.index("ruling-decided")
    assert written(third) == before


@pytest.mark.django_db(transaction=True)
def test_a_ruling_while_its_pitcher_is_pitching_again_in_the_next_round_leaves_both():
    day = a_day(cards=True, length=2)
    ruling, tired, _ = tired_pitcher(day)
    others = Series.objects.filter(event__key=day.series.scope).exclude(pk=day.series.pk)
    later = list(others.order_by("pk").values_list("pk", flat=True))

    def act(number: int):
        if number:
            return play_series(series_ids=later, acting_user=None)
        return choose_remedy(
            ruling_id=ruling.pk, remedy="accept", footnote="Let stand.", acting_user=day.director
        )

    found = at_once(2, act)
    assert not [each for each in found if isinstance(each, Refused)]
    assert not load_league(day.tournament).unplayed
    assert_sheets_hold_every_game_once(day)
    noted = Outing.objects.filter(
        entry__column__key=f"game:{day.game(2).pk}", card=tired, footnote="Let stand."
    )
    assert noted.exists()
    ruling.refresh_from_db()
    assert ruling.state in (Ruling.State.DECIDED, Ruling.State.FINAL)
    # Nobody simulated what the law forbids after what was let stand.
    assert not Ruling.objects.exclude(pk=ruling.pk).exists()
    codes = list(Action.objects.values_list("code", flat=True))
    assert codes.count("ruling-decided") == 1
    assert codes.count("series-simulated") == len(later)


def written(game: Game) -> list[tuple[int, int | None, int]]:
    """What both sheets say of a game: column, card, outs."""
    columns = SheetColumn.objects.filter(key=f"game:{game.pk}").exclude(status="taken-back")
    found = []
    for column in columns.order_by("pk"):
        entry = column.entries.order_by("-version")[0]
        found += [(column.number, row.card_id, row.outs) for row in entry.outings.order_by("place")]
    return found
