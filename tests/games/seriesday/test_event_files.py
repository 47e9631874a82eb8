"""A game that was played elsewhere is reported by its Retrosheet event file, from the page and by
the API, and stands there as if its box had been typed, with its plays."""

import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.engine.folds.box_score import box_score
from games.engine.folds.names import Names
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.scorecard import scorecard
from games.models import Game, PlayersLines
from games.players_lines import fielding_of_plays
from games.seriesday.models import GameReport
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import confirm_report
from rosters.models import Card
from tests.builders import person
from tests.engine.event_files.test_reading import mutated
from tests.games.seriesday.builders import Day, a_day
from tests.games.seriesday.test_api import Caller, codes
from tests.games.seriesday.test_boxes import page_of
from tests.rosters.builders import a_deep_drive_set

pytestmark = pytest.mark.django_db

EVENT_FILE = "event-file/"


def a_league(system: str) -> Day:
    if system == "purestrat":
        return a_day(cards=True)
    return a_day(system_key="deep-drive", card_set=a_deep_drive_set().slug)


@pytest.fixture(params=["purestrat", "deep-drive"])
def day(request: pytest.FixtureRequest) -> Day:
    return a_league(request.param)


def posted(day: Day, user, **fields):
    client, page = page_of(day, user)
    return client.post(page, {"act": "event-file", "key": "k", "ended": "", **fields})


def test_games_of_our_own_come_back_as_they_would_have_been_typed(day: Day) -> None:
    caller = Caller(day, day.home)
    for number, seed in ((1, "one"), (2, "two")):
        answer = caller.game(EVENT_FILE, {"text": day.event_file(number, seed)}, number)
        assert answer.status_code == 201, answer.data
        report = GameReport.objects.get(game__number=number)
        assert report.told == day.boxed(number, seed)
        assert report.told.event_file
        assert report.game.known == Game.Known.BOX


def test_the_page_takes_a_file_and_the_other_side_confirms_what_it_typed(day: Day) -> None:
    text = day.event_file().replace("\n", "\r\n")
    file = SimpleUploadedFile("2026HOM.EVN", text.encode("utf-16"))
    answer = posted(day, day.home, file=file)
    assert answer.status_code == 302
    page = answer.client.get(answer["Location"]).content.decode()
    assert "has to confirm it. Read as UTF-16." in page
    day.report(day.away, day.boxed())
    assert day.game().status == "final"
    assert GameReport.objects.get(state="confirmed").told.event_file


@pytest.mark.parametrize("players", [True, False])
def test_a_file_confirms_what_was_typed_and_adds_its_plays(day: Day, players: bool) -> None:
    typed = day.boxed() if players else day.boxed().without_players()
    day.report(day.away, typed)
    answer = posted(day, day.home, event_file=day.event_file())
    assert answer.status_code == 302
    game = Game.objects.get()
    assert (game.is_final, game.known) == (True, Game.Known.BOX)
    confirmed = GameReport.objects.get(state="confirmed")
    assert confirmed.told == day.boxed()
    assert confirmed.told.event_file
    assert GameReport.objects.exclude(pk=confirmed.pk).get().state == "replaced"
    assert answer.client.get(f"{game.get_absolute_url()}scorecard/").status_code == 200
    count_players_lines()
    assert PlayersLines.objects.get(game=game).fielding


def home_first(text: str) -> str:
    """The same game as a file has it whose home side is the one that bats first."""
    cells = {"start": 3, "sub": 3, "play": 2, "ladj": 1}
    lines = []
    for line in text.splitlines():
        parts = line.split(",")
        if (at := cells.get(parts[0])) is not None:
            parts[at] = str(1 - int(parts[at]))
        lines.append(",".join(parts))
        if line.startswith("version,"):
            lines.append("info,htbf,true")
    return "\n".join(lines)


def test_of_a_file_whose_home_side_bats_first_that_side_are_the_visitors(day: Day) -> None:
    text = home_first(day.event_file())
    assert "info,htbf,true" in text
    assert posted(day, day.home, event_file=text).status_code == 302
    report = GameReport.objects.get()
    assert report.told == day.boxed()
    # The plays are stored as they are read, and read again.
    page = Client().get(f"{day.game().get_absolute_url()}").content.decode()
    assert "strikes out" in page
    late = text.replace("info,htbf,true\n", "").replace("play,1,", "info,htbf,true\nplay,1,", 1)
    refused = posted(day, day.home, event_file=late)
    assert [each.code for each in refused.context["refusals"]] == ["not-a-record"]


def test_a_file_that_says_otherwise_than_what_was_typed_disputes_it(day: Day) -> None:
    other = day.boxed(1, "another").without_players()
    assert other.scored != day.boxed().scored
    day.report(day.away, other)
    assert posted(day, day.home, event_file=day.event_file()).status_code == 302
    assert set(GameReport.objects.values_list("state", flat=True)) == {"disputed"}
    assert not Game.objects.get().is_final


def test_statistics_are_those_of_the_plays() -> None:
    """What a typed box does not tell, the plays do: batters faced, fielding, who faced whom."""
    day = a_league("purestrat")
    record, keys = day.played()
    assert posted(day, day.director, event_file=day.event_file()).status_code == 302
    game = day.game()
    assert game.is_final
    count_players_lines()
    lines = PlayersLines.objects.get(game=game)
    staffs = [side.pitchers for side in box_score(record).sides]
    assert [(side, card, faced) for side, card, _, _, faced, *_ in lines.pitching] == [
        (side, keys[side][line.player], line.batters_faced)
        for side, staff in enumerate(staffs)
        for line in staff
    ]
    outs = {side: sum(row[3] for row in lines.fielding if row[0] == side) for side in (0, 1)}
    assert outs == {side: 9 * sum(line.outs for line in staffs[side]) for side in (0, 1)}
    assert sum(row[5] for row in lines.duels) == sum(row[2] for row in lines.batting)
    assert fielding_of_plays(game) == []
    box = Caller(day, day.home).get(f"/api/v1/games/{game.pk}/box/").data
    assert all(line["batters_faced"] is not None for line in box["away"]["pitchers"])


def test_names_that_mean_nobody_or_two_players_are_asked_about() -> None:
    day = a_league("purestrat")
    text = day.event_file()
    starts = [line for line in text.splitlines() if line.startswith("start,")]
    name = starts[0].split(",")[2].strip('"')
    unknown = text.replace(f'"{name}"', '"Nobody Anybody Knows"')
    answer = posted(day, day.home, event_file=unknown)
    assert answer.status_code == 422
    assert [each.code for each in answer.context["refusals"]] == ["name-unknown"]
    assert "Nobody Anybody Knows" in answer.content.decode()
    assert not Game.objects.exists()
    # Two of the squad have the same name.
    side = {card.name: card for card in Card.objects.filter(spots__squad__isnull=False)}
    one = side[name]
    squad = one.spots.first().squad
    spots = squad.spots.exclude(card=one)
    other = next(spot.card for spot in spots if f'"{spot.card.name}"' not in text)
    Card.objects.filter(pk=other.pk).update(name=name)
    asked = posted(day, day.home, event_file=text)
    (doubt,) = asked.context["event_file"]["doubts"]
    answers = {doubt.name: str(one.pk), f"asked-{doubt.row}": doubt.stored}
    # An answer is for the name that was asked about, and for no other in its line.
    changed = posted(day, day.home, event_file=unknown, **answers)
    assert [each.code for each in changed.context["refusals"]] == ["name-unknown"]
    assert changed.context["event_file"]["doubts"] == []
    told = posted(day, day.home, event_file=text, **answers)
    assert told.status_code == 302
    assert one.pk in {line.player for line in GameReport.objects.get().told.sides[0].batting}


def test_what_cannot_be_is_refused_with_its_line_and_nothing_is_stored(day: Day) -> None:
    lines = day.event_file().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("play,"))
    lines[at] = f"{lines[at].rpartition(',')[0]},SB2"
    caller = Caller(day, day.home)
    answer = caller.game(EVENT_FILE, {"text": "\n".join(lines)})
    assert answer.status_code == 422
    assert codes(answer) == ["no-runner"]
    assert answer.data["error"]["refusals"][0]["place"] == f"line {at + 1}"
    half = "\n".join(line for line in day.event_file().splitlines() if not late(line))
    assert codes(caller.game(EVENT_FILE, {"text": half}))[0] in ("too-short", "level")
    assert not Game.objects.exists()
    # What is left is a game that somebody conceded, or that was suspended.
    stored = caller.game(EVENT_FILE, {"text": half, "ended": "suspended"})
    assert stored.status_code in (201, 422)


def late(line: str) -> bool:
    return line.startswith(("sub,", "data,", "info,wp", "info,lp", "info,save")) or (
        line.startswith("play,") and int(line.split(",")[1]) > 1
    )


def test_who_may_not_report_cannot_send_a_file(day: Day) -> None:
    stranger = Caller(day, person("Stranger"))
    assert stranger.game(EVENT_FILE, {"text": day.event_file()}).status_code == 403


def test_games_without_players_take_no_event_file() -> None:
    plain = a_day()
    assert codes(Caller(plain, plain.home).game(EVENT_FILE, {"text": "id,X"})) == ["no-event-files"]
    client, page = page_of(plain, plain.home)
    assert "event file" not in client.get(page).content.decode()


def test_a_director_corrects_a_result_by_its_file_and_says_why(day: Day) -> None:
    day.report(day.director, day.boxed().without_players())
    answer = posted(day, day.director, event_file=day.event_file(), reason="")
    assert [each.code for each in answer.context["refusals"]] == ["reason-missing"]
    answer = posted(day, day.director, event_file=day.event_file(), reason="The file came.")
    assert answer.status_code == 302
    assert day.game().known == Game.Known.BOX
    # With a manager's word a final game is not to be changed.
    assert posted(day, day.home, event_file=day.event_file(seed="2")).status_code == 422


@pytest.mark.long
def test_no_change_of_a_file_ends_in_an_error_of_the_server() -> None:
    day = a_league("purestrat")
    client = Client(raise_request_exception=True)
    client.force_login(day.home)
    _, page = page_of(day, day.home)
    text, dice = day.event_file(), random.Random(40)
    statuses = set()
    for number in range(40):
        answer = client.post(
            page, {"act": "event-file", "key": str(number), "event_file": mutated(text, dice)}
        )
        statuses.add(answer.status_code)
    assert statuses <= {302, 400, 422}
    assert 422 in statuses


def test_the_plays_of_a_file_are_read_on_the_game_page_the_scorecard_and_by_the_api(day: Day):
    record, _ = day.played()
    posted(day, day.home, event_file=day.event_file())
    confirm_report(game_id=day.game().pk, version=1, acting_user=day.away)
    game, client = day.game(), Client()
    shown = client.get(game.get_absolute_url()).content.decode()
    assert "Play by play" in shown
    assert "Box score" in shown
    assert "strikes out" in shown
    # The diamonds of the scorecard are those that the engine's own plays draw.
    card = client.get(f"{game.get_absolute_url()}scorecard/")
    assert card.status_code == 200
    own = scorecard(record)
    for side, drawn in enumerate(card.context["card"].sides):
        squares = [square for row in own[side].rows for square in row.squares]
        assert drawn.drawing.count("gm-card-run") == sum(square.scored for square in squares)
        assert drawn.drawing.count('class="gm-card-out"') == sum(bool(s.out) for s in squares)
        assert drawn.drawing.count("gm-card-dot") == sum(square.batted_in for square in squares)
    halves = Caller(day, day.home).get(f"/api/v1/games/{game.pk}/plays/").data["halves"]
    assert [half["summary"] for half in halves if half["summary"]] == [
        half.summary
        for half in play_by_play(record, Names(game.away.name, game.home.name)).halves
        if half.summary
    ]
    assert sum(play["runs"] for half in halves for play in half["plays"]) == sum(
        (game.away_runs, game.home_runs)
    )


def test_a_typed_box_has_no_scorecard(day: Day) -> None:
    day.report(day.director, day.boxed())
    assert Client().get(f"{day.game().get_absolute_url()}scorecard/").status_code == 404
