"""Every operation of the API against every kind of visitor.

A route or method that is missing from the table fails the test. Each request is rolled back; a GET
leaves every table as it was, and so does whatever is refused.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from rest_framework.test import APIClient

from config.api.urls import urlpatterns
from games.systems.commons.maker import CommonsMaker
from pitching.models import SheetSeries
from rosters.makers.files import write_csv
from tests.builders import clubs
from tests.personas import (
    ALL,
    VISITORS,
    Event,
    Row,
    an_event,
    asked,
    nothing_lasts,
    row,
    rows_stored,
)
from tests.rosters.builders import hitter_row

CARDS = write_csv([hitter_row("a")], CommonsMaker()).encode()

pytestmark = pytest.mark.django_db

INSIDE = row(404, 404, 200)
LOOK = (ALL, INSIDE)
DESK = row(404, 404, 404, 404, 200)


def both(answers: Row) -> tuple[Row, Row]:
    """The same for a public and a private event."""
    return answers, answers


def signed_in(status: int = 200) -> tuple[Row, Row]:
    """For everybody who has an account."""
    return both(row(401, status))


def desk(status: int) -> tuple[Row, Row]:
    """A write that only directors may make."""
    return both(row(401, 404, 404, 404, status))


def scoring(status: int) -> tuple[Row, Row]:
    """A write for people of both clubs and directors."""
    return row(401, 403, 403, status), row(401, 404, 403, status)


def directing(status: int) -> tuple[Row, Row]:
    """A write for directors in something that others may see."""
    return row(401, 403, 403, 403, status), row(401, 404, 403, 403, status)


def planning(status: int) -> tuple[Row, Row]:
    """For the club's own people and directors, in something that others may see."""
    whose = {"own": status, "substitute": status}
    return row(401, 403, 403, 403, status, **whose), row(401, 404, 403, 403, status, **whose)


def of_clubs(status: int) -> tuple[Row, Row]:
    """For people of both clubs, directors not."""
    return row(401, 403, 403, status, 403), row(401, 404, 403, status, 403)


def choosing(status: int) -> tuple[Row, Row]:
    """For the second club's people and directors."""
    offender = {"own": 403, "substitute": 403}
    return row(401, 403, 403, status, **offender), row(401, 404, 403, status, **offender)


def of_directors(status: int) -> tuple[Row, Row]:
    """For whoever directs anything, elsewhere too."""
    answers = list(row(401, 403, 403, 403, status))
    answers[VISITORS.index("director elsewhere")] = status
    return both(tuple(answers))


CLUB = both(row(404, 404, 404, 404, 200, own=200))

TABLE: dict[tuple[str, str], tuple[Row, Row]] = {
    ("api-root", "get"): both(ALL),
    ("api-nothing", "get"): both(row(404, 404)),
    ("me", "get"): signed_in(),
    ("me", "put"): signed_in(),
    ("my-tokens", "get"): signed_in(),
    ("my-tokens", "post"): signed_in(201),
    ("my-data", "post"): signed_in(),
    ("my-sessions", "get"): signed_in(),
    ("my-sessions", "delete"): signed_in(204),
    ("my-session", "delete"): signed_in(409),
    ("my-security-log", "get"): signed_in(),
    # Nobody has a token of that number.
    ("my-token", "delete"): signed_in(409),
    ("latest-list", "get"): both(ALL),
    ("waiting-list", "get"): signed_in(),
    ("notice-list", "get"): signed_in(),
    ("notice-read", "post"): signed_in(204),
    ("practice-game-list", "get"): signed_in(),
    ("practice-game-list", "post"): signed_in(201),
    ("practice-game-detail", "get"): signed_in(404),
    ("practice-game-detail", "delete"): signed_in(404),
    ("practice-game-join", "post"): signed_in(404),
    ("practice-game-clubs", "get"): signed_in(),
    ("notice-kinds", "get"): signed_in(),
    ("notice-kinds", "put"): signed_in(),
    ("tournament-list", "get"): both(ALL),
    ("tournament-list", "post"): signed_in(201),
    ("tournament-detail", "get"): LOOK,
    ("tournament-detail", "put"): desk(200),
    ("tournament-time-zone", "put"): desk(200),
    ("tournament-options", "put"): desk(409),
    ("rule-edition-list", "get"): both(ALL),
    ("tournament-edition", "get"): LOOK,
    ("tournament-edition", "put"): desk(409),
    ("tournament-clock", "get"): LOOK,
    ("tournament-clock", "put"): desk(200),
    ("tournament-format", "put"): desk(409),
    ("tournament-divisions", "put"): desk(409),
    ("tournament-tie-order", "get"): LOOK,
    ("tournament-tie-order", "put"): desk(409),
    ("tournament-stages", "get"): LOOK,
    ("tournament-champions", "get"): LOOK,
    ("tournament-clone", "post"): desk(201),
    ("tournament-prospects", "get"): LOOK,
    ("tournament-ties", "get"): LOOK,
    ("tournament-tie-rulings", "get"): LOOK,
    ("tournament-tie-rulings", "post"): desk(409),
    ("tournament-tie-games", "post"): desk(409),
    ("tournament-shoot-outs", "post"): desk(409),
    ("tournament-playoffs", "post"): desk(409),
    ("tournament-odds", "get"): LOOK,
    ("tournament-odds", "post"): desk(202),
    ("tournament-drops", "get"): both(DESK),
    ("tournament-drops", "post"): desk(201),
    ("tournament-drops-preview", "post"): desk(200),
    ("tournament-drops-covered", "post"): desk(201),
    # No club has dropped out.
    ("tournament-undrop", "delete"): desk(422),
    ("tournament-replacements", "post"): desk(422),
    ("tournament-unreplace", "delete"): desk(422),
    ("tournament-uncovered", "post"): desk(422),
    ("tournament-take-over", "post"): desk(422),
    # Play has begun.
    ("tournament-dropped-results", "put"): desk(409),
    ("tournament-unrule", "delete"): desk(409),
    ("tournament-advance", "post"): desk(409),
    ("tournament-drawings", "get"): LOOK,
    # There is no such round, or it was drawn as the event began.
    ("tournament-drawings", "post"): desk(422),
    ("tournament-start", "post"): desk(409),
    ("tournament-play-out", "post"): desk(202),
    ("tournament-play-round", "post"): desk(200),
    ("tournament-standings", "get"): LOOK,
    ("tournament-if-ended", "get"): LOOK,
    ("tournament-book", "get"): (row(401, 200), row(401, 404, 200)),
    # Nothing of a game of dice has a file.
    ("tournament-event-files", "get"): (row(401, 422), row(401, 404, 422)),
    # What is small is made at once.
    ("tournament-book", "post"): (row(401, 409), row(401, 404, 409)),
    ("tournament-event-files", "post"): (row(401, 409), row(401, 404, 409)),
    # Nothing was played on that day.
    ("tournament-daily", "get"): both(row(404, 404)),
    ("tournament-daily-mail", "put"): (row(401, 200), row(401, 404, 200)),
    ("tournament-what-if", "get"): LOOK,
    ("tournament-schedule", "get"): LOOK,
    ("tournament-grid", "get"): LOOK,
    ("tournament-race", "get"): LOOK,
    ("tournament-club", "get"): LOOK,
    ("tournament-club-next-game", "get"): LOOK,
    ("tournament-club-men", "get"): LOOK,
    ("tournament-club-past-seasons", "get"): LOOK,
    ("tournament-club", "delete"): desk(409),
    ("tournament-enter", "post"): desk(409),
    ("tournament-replay", "get"): both(DESK),
    ("tournament-replay", "post"): desk(409),
    ("tournament-squads", "put"): desk(409),
    # Nobody builds squads of his own for a game of dice.
    ("tournament-own-squad", "put"): both(row(401, 404, 404, 404, 422, own=422, substitute=422)),
    ("tournament-own-squad", "delete"): both(row(401, 404, 404, 404, 422, own=422, substitute=422)),
    ("tournament-squads", "get"): LOOK,
    ("tournament-draft", "get"): LOOK,
    ("tournament-report", "get"): LOOK,
    ("tournament-points-law", "get"): LOOK,
    ("tournament-points-law", "put"): desk(409),
    ("tournament-points-to", "put"): desk(204),
    ("archive-list", "get"): both(ALL),
    ("records-of-men-list", "get"): both(ALL),
    ("manager-list", "get"): both(ALL),
    ("manager-detail", "get"): both(ALL),
    ("manager-events", "get"): both(ALL),
    ("manager-opponents", "get"): both(ALL),
    ("tournament-leaders", "get"): LOOK,
    ("tournament-transactions", "get"): LOOK,
    ("tournament-history", "get"): both(row(404, 404)),
    ("tournament-days", "get"): LOOK,
    ("tournament-statistics", "get"): LOOK,
    ("tournament-awards", "get"): LOOK,
    ("tournament-ballots", "post"): desk(201),
    # The first club's manager votes for it, and nobody else.
    ("tournament-ballot-vote", "put"): (
        row(401, 403, own=200, substitute=403),
        row(401, 404, 403, own=200, substitute=403),
    ),
    ("tournament-ballot-close", "post"): desk(200),
    ("tournament-ballot-cancel", "post"): desk(200),
    ("tournament-great-games", "get"): LOOK,
    ("tournament-great-games", "put"): desk(200),
    # Nobody of the set plays there.
    ("tournament-man", "get"): both(row(404, 404)),
    ("tournament-draft", "post"): desk(409),
    ("tournament-series-list", "get"): LOOK,
    ("tournament-games-list", "get"): LOOK,
    ("tournament-log-list", "get"): both(DESK),
    ("tournament-people", "get"): both(DESK),
    ("tournament-revoke", "delete"): desk(204),
    ("tournament-dismiss", "delete"): desk(204),
    ("invite-list", "get"): both(DESK),
    ("invite-list", "post"): desk(201),
    ("invite-detail", "delete"): desk(204),
    ("invite-mail", "post"): desk(422),
    ("invite-offer", "get"): both(ALL),
    ("invite-accept", "post"): signed_in(),
    ("system-list", "get"): both(ALL),
    ("system-detail", "get"): both(ALL),
    ("system-sample", "get"): both(ALL),
    ("series-detail", "get"): LOOK,
    ("series-simulate", "post"): directing(409),
    ("series-house", "get"): LOOK,
    ("series-house", "put"): scoring(409),
    ("game-list", "post"): scoring(201),
    ("game-detail", "get"): LOOK,
    ("game-entries", "post"): scoring(200),
    ("game-table-dice", "post"): scoring(200),
    ("game-throw", "post"): scoring(422),
    ("game-play-on", "post"): scoring(422),
    ("game-standing-orders", "put"): scoring(422),
    ("game-undo", "post"): scoring(200),
    ("game-redo", "post"): scoring(422),
    ("game-rewind", "post"): scoring(200),
    ("game-void", "post"): directing(200),
    ("game-box", "get"): LOOK,
    ("game-plays", "get"): LOOK,
    ("game-verify", "get"): LOOK,
    ("game-state", "get"): LOOK,
    ("draft-detail", "get"): LOOK,
    ("draft-available", "get"): LOOK,
    # Of the first club's seat.
    ("draft-advice", "get"): both(row(404, 404, 404, 404, 200, own=200, substitute=200)),
    ("draft-log", "get"): LOOK,
    # It is the first club's turn; directors say for whom they pick.
    ("draft-picks", "post"): both((401, 404, 404, 422, 422, 201, 201, 404, 404, 404)),
    ("draft-undo", "post"): desk(409),
    ("draft-pause", "post"): desk(200),
    ("draft-resume", "post"): desk(409),
    ("draft-planned-pause", "put"): desk(200),
    ("draft-skip", "post"): desk(200),
    ("draft-swap", "post"): desk(200),
    ("draft-replace", "post"): desk(409),
    # The first club's people say so themselves.
    ("draft-drafter", "put"): both(row(401, 404, 404, 404, 200, own=200, substitute=200)),
    # Nothing of his stands there.
    ("draft-rescind", "post"): both(row(401, 404, 404, 404, 422, own=422, substitute=422)),
    ("draft-keep", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-exchange", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    # A club's own business, directors' neither.
    ("draft-queue", "get"): both((404, 404, 404, 200, 200, 200, 200, 404, 404, 404)),
    ("draft-queue", "put"): both((401, 404, 404, 200, 200, 200, 200, 404, 404, 404)),
    ("draft-listed", "put"): both((401, 404, 404, 200, 200, 200, 200, 404, 404, 404)),
    ("draft-preparation", "get"): LOOK,
    ("draft-link", "get"): both(DESK),
    ("draft-link", "post"): desk(201),
    ("draft-link", "delete"): desk(409),
    # The draft is under way: nothing of this can be changed.
    ("draft-settings", "put"): desk(409),
    ("draft-divisions", "put"): desk(409),
    ("draft-entrant", "put"): desk(409),
    ("draft-entrant", "delete"): desk(409),
    ("draft-typed-in", "post"): desk(422),
    # Whoever may look at a draft may practise it; this one's pool would not last.
    ("draft-practice", "post"): (row(401, 422), row(401, 404, 422)),
    ("draft-practice-with", "post"): signed_in(422),
    ("draft-rolls", "post"): desk(409),
    ("draft-slots", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-earliest", "post"): desk(409),
    ("draft-draw", "post"): desk(409),
    ("draft-open", "post"): desk(409),
    ("draft-finish", "post"): desk(422),
    ("draft-detail", "delete"): desk(409),
    ("team-detail", "get"): CLUB,
    ("team-detail", "put"): both(row(401, 404, 404, 404, 200, own=200)),
    ("player-list", "get"): both(ALL),
    ("player-detail", "get"): both(ALL),
    ("club-season-list", "get"): both(ALL),
    ("club-season-detail", "get"): both(ALL),
    ("card-set-list", "get"): both(ALL),
    ("card-set-list", "post"): of_directors(202),
    ("card-set-upload", "post"): of_directors(202),
    ("card-set-detail", "get"): both(ALL),
    # A squad and a draft use the set: whoever may delete it is told so.
    ("card-set-detail", "delete"): both(row(401, 403, 403, 403, 409)),
    ("card-set-cards", "get"): both(ALL),
    ("card-set-truth", "get"): both(ALL),
    ("card-detail", "get"): both(ALL),
    ("team-tendencies", "put"): both(row(401, 404, 404, 404, 200, own=200)),
    ("team-ballpark", "put"): both(row(401, 404, 404, 404, 200, own=200)),
    ("deep-drive-charts-list", "get"): both(ALL),
    ("deep-drive-charts-list", "post"): of_directors(201),
    ("deep-drive-charts-detail", "get"): both(ALL),
    # Ours are the house's as they are.
    ("deep-drive-charts-house", "post"): both((401, *(403,) * 8, 404)),
    ("deck-list", "get"): signed_in(),
    ("deck-list", "post"): signed_in(201),
    ("deck-detail", "get"): both(row(401, 404, own=200)),
    ("deck-detail", "put"): both(row(401, 404, own=200)),
    ("deck-detail", "delete"): both(row(401, 404, own=204)),
    # Nothing could be built of what is there.
    ("deck-build", "post"): both(row(401, 404, own=422)),
    ("ballpark-list", "get"): both(ALL),
    ("ballpark-list", "post"): both((401, 403, 403, 201, 201, 201, 403, 201, 201, 201)),
    # No file was sent.
    ("ballpark-upload", "post"): both((401, 403, 403, 400, 400, 400, 403, 400, 400, 400)),
    ("ballpark-detail", "get"): both(ALL),
    ("ballpark-detail", "delete"): both(row(401, 403, 403, 403, 204)),
    ("sheet-detail", "get"): LOOK,
    # The club has no pitcher.
    ("sheet-what-if", "get"): both(row(404, 404)),
    ("sheet-sign", "post"): (
        # Nobody signs his own.
        row(401, 403, 403, 409, own=422, substitute=422),
        row(401, 404, 403, 409, own=422, substitute=422),
    ),
    ("sheet-reopen", "post"): directing(409),
    ("squad-detail", "get"): LOOK,
    ("squad-line-up", "put"): planning(422),
    ("squad-line-up", "delete"): planning(409),
    ("squad-rotation", "put"): planning(200),
    # The card that is named is not in the squad.
    ("squad-order", "put"): planning(422),
    ("squad-instructions", "put"): planning(200),
    # Dice leagues have nothing to say before a game.
    ("before", "get"): both(row(404, 404)),
    ("before-starter", "put"): both(row(401, 404)),
    ("before-line-up", "put"): both(row(401, 404)),
    ("series-times", "get"): both(row(404, 404, 404, 200)),
    ("series-times", "post"): scoring(422),
    ("series-times-accept", "post"): scoring(404),
    ("series-times-withdraw", "post"): scoring(404),
    ("my-calendar", "post"): signed_in(201),
    ("my-calendar", "delete"): signed_in(409),
    ("report-list", "get"): both(row(404, 404, 404, 200)),
    # Game 2 has not begun.
    ("report-list", "post"): scoring(201),
    ("report-confirm", "post"): scoring(404),
    ("report-settle", "post"): scoring(404),
    ("report-correct", "post"): scoring(404),
    ("report-preview", "post"): scoring(404),
    # Nobody has told; game 2 has not begun.
    ("left-game", "get"): both(row(404, 404)),
    ("left-game", "post"): scoring(404),
    ("left-agree", "post"): scoring(404),
    ("left-pictures", "post"): scoring(404),
    ("left-picture", "delete"): scoring(404),
    ("series-rulings", "get"): LOOK,
    ("series-rulings", "post"): scoring(201),
    ("series-home-rolls", "get"): LOOK,
    ("series-suspended-games", "get"): LOOK,
    # Game 1 has begun.
    ("series-home-rolls", "post"): scoring(409),
    ("series-home-roll", "post"): scoring(409),
    ("series-home-choose", "post"): scoring(409),
    ("series-absences", "get"): LOOK,
    ("series-absences", "post"): scoring(201),
    ("series-absence-withdraw", "post"): scoring(404),
    ("ruling-detail", "get"): LOOK,
    # The offended club, number 2, chooses; the other one's people are told whose it is.
    ("ruling-choose", "post"): choosing(200),
    ("ruling-preview", "post"): choosing(200),
    ("ruling-agree", "post"): scoring(422),
    ("ruling-appeal", "post"): of_clubs(200),
    ("ruling-dismiss", "post"): directing(200),
    ("tournament-day", "get"): LOOK,
    ("tournament-day-settle", "post"): desk(200),
    ("tournament-day-notice", "post"): desk(200),
    ("tournament-day-screen", "put"): desk(200),
    ("tournament-day-screen-address", "post"): desk(201),
    ("tournament-day-screen-address", "delete"): desk(204),
    ("tournament-divisions-split", "post"): desk(409),
    # Nothing is announced.
    ("tournament-announcement", "get"): both(DESK),
    ("tournament-announcement", "put"): desk(200),
    ("tournament-sign-ups", "get"): both(DESK),
    ("tournament-sign-ups", "post"): (row(409, 409), row(404, 404, 409)),
    ("tournament-sign-ups-import", "post"): desk(200),
    ("tournament-sign-ups-enter", "post"): desk(409),
    ("tournament-sign-ups-door", "post"): desk(200),
    ("tournament-sign-up-off", "delete"): desk(422),
    ("tournament-questions", "get"): both(DESK),
    ("tournament-questions", "post"): (row(422, 409), row(404, 404, 409)),
    # Nobody has asked.
    ("tournament-question-answer", "post"): desk(422),
    ("tournament-question-close", "post"): desk(422),
    ("tournament-question-shown", "put"): desk(422),
    ("tournament-sign-up-here", "put"): desk(422),
    # Whoever has the key may; nobody has this one.
    ("sign-up-detail", "get"): both(row(404, 404)),
    ("sign-up-confirm", "post"): both(row(422, 422)),
    ("sign-up-withdraw", "post"): both(row(422, 422)),
    ("door-detail", "get"): both(row(404, 404)),
    ("door-check-in", "post"): both(row(404, 404)),
    ("tournament-reports-to-send", "get"): both(DESK),
    ("tournament-reports-to-send", "put"): desk(200),
    ("tournament-reports-to-send-clubs", "put"): desk(200),
    # It is not over.
    ("tournament-reports-to-send-mail", "post"): desk(409),
    ("tournament-board", "get"): both(DESK),
    ("tournament-board-begin", "post"): desk(200),
    ("tournament-board-extend", "post"): desk(200),
    ("tournament-board-suspend", "post"): desk(200),
    ("tournament-board-play", "post"): desk(409),
    ("tournament-board-substitute", "post"): desk(422),
    ("tournament-board-house", "post"): desk(200),
    ("tournament-board-deadline", "post"): desk(200),
    ("tournament-board-put-off", "post"): desk(409),
    ("tournament-board-tie", "post"): desk(409),
    ("tournament-board-take-up", "post"): desk(409),
    ("tournament-board-order", "post"): desk(409),
    ("tournament-board-order-right", "post"): desk(409),
    ("job-detail", "get"): LOOK,
    ("job-cancel", "post"): directing(200),
    ("rulebook-book-list", "get"): both(ALL),
    ("rulebook-book-detail", "get"): both(ALL),
    ("rulebook-rule-list", "get"): both(ALL),
    ("rulebook-rule-detail", "get"): both(ALL),
}


def addresses(event: Event) -> dict[str, str]:
    """Where each route is."""
    tournament = f"/api/v1/tournaments/{event.slug}/"
    game = f"/api/v1/games/{event.game}/"
    within = {
        f"tournament-{name}": f"{tournament}{name}/"
        for name in (
            "options",
            "time-zone",
            "edition",
            "clock",
            "format",
            "divisions",
            "tie-order",
            "stages",
            "champions",
            "clone",
            "prospects",
            "ties",
            "tie-rulings",
            "tie-games",
            "shoot-outs",
            "playoffs",
            "drops",
            "dropped-results",
            "odds",
            "advance",
            "drawings",
            "start",
            "play-out",
            "play-round",
            "standings",
            "if-ended",
            "book",
            "event-files",
            "daily",
            "daily-mail",
            "what-if",
            "schedule",
            "grid",
            "race",
        )
    }
    lists = {f"tournament-{name}-list": f"{tournament}{name}/" for name in ("series", "games")}
    of_game = (
        *("entries", "table-dice", "throw", "play-on", "standing-orders"),
        *("undo", "redo", "rewind", "void"),
        *("box", "plays", "verify", "state"),
    )
    return {
        "api-root": "/api/v1/",
        "api-nothing": "/api/v1/cricket/",
        "me": "/api/v1/me/",
        "my-data": "/api/v1/me/data/",
        "my-sessions": "/api/v1/me/sessions/",
        "my-session": "/api/v1/me/sessions/nowhere/",
        "my-security-log": "/api/v1/me/security-log/",
        "my-tokens": "/api/v1/me/tokens/",
        "my-token": "/api/v1/me/tokens/999999/",
        "latest-list": "/api/v1/latest/",
        "waiting-list": "/api/v1/waiting/",
        "notice-list": "/api/v1/notices/",
        "notice-read": "/api/v1/notices/read/",
        "notice-kinds": "/api/v1/notices/kinds/",
        "practice-game-list": "/api/v1/practice-games/",
        "practice-game-detail": "/api/v1/practice-games/1/",
        "practice-game-join": "/api/v1/practice-games/join/",
        "practice-game-clubs": "/api/v1/practice-games/clubs/?system=one-die",
        "tournament-list": "/api/v1/tournaments/",
        "tournament-detail": tournament,
        "tournament-unrule": f"{tournament}tie-rulings/1/",
        "tournament-drops-preview": f"{tournament}drops/preview/",
        "tournament-drops-covered": f"{tournament}drops/covered/",
        "tournament-undrop": f"{tournament}drops/1/",
        "tournament-replacements": f"{tournament}drops/1/replacements/",
        "tournament-unreplace": f"{tournament}drops/1/replacements/1/",
        "tournament-uncovered": f"{tournament}drops/1/uncovered/",
        "tournament-take-over": f"{tournament}drops/1/take-over/",
        "tournament-day": f"{tournament}day/",
        "tournament-day-settle": f"{tournament}day/settle/",
        "tournament-day-notice": f"{tournament}day/notice/",
        "tournament-day-screen": f"{tournament}day/screen/",
        "tournament-day-screen-address": f"{tournament}day/screen-address/",
        "tournament-divisions-split": f"{tournament}divisions/split/",
        "tournament-announcement": f"{tournament}announcement/",
        "tournament-sign-ups": f"{tournament}sign-ups/",
        "tournament-sign-ups-import": f"{tournament}sign-ups/import/",
        "tournament-sign-ups-enter": f"{tournament}sign-ups/enter/",
        "tournament-sign-ups-door": f"{tournament}sign-ups/door/",
        "tournament-sign-up-off": f"{tournament}sign-ups/1/",
        "tournament-sign-up-here": f"{tournament}sign-ups/1/here/",
        "tournament-questions": f"{tournament}questions/",
        "tournament-question-answer": f"{tournament}questions/1/answer/",
        "tournament-question-close": f"{tournament}questions/1/close/",
        "tournament-question-shown": f"{tournament}questions/1/shown/",
        "sign-up-detail": f"/api/v1/sign-ups/{'0' * 32}/",
        "sign-up-confirm": f"/api/v1/sign-ups/{'0' * 32}/confirm/",
        "sign-up-withdraw": f"/api/v1/sign-ups/{'0' * 32}/withdraw/",
        "door-detail": f"/api/v1/here/{'0' * 32}/",
        "door-check-in": f"/api/v1/here/{'0' * 32}/check-in/",
        "tournament-reports-to-send": f"{tournament}reports-to-send/",
        "tournament-reports-to-send-clubs": f"{tournament}reports-to-send/clubs/",
        "tournament-reports-to-send-mail": f"{tournament}reports-to-send/mail/",
        "rule-edition-list": "/api/v1/rule-editions/",
        "tournament-club": f"{tournament}clubs/1/",
        "tournament-club-next-game": f"{tournament}clubs/1/next-game/",
        "tournament-club-men": f"{tournament}clubs/1/men/",
        "tournament-club-past-seasons": f"{tournament}clubs/1/past-seasons/",
        "tournament-enter": f"{tournament}clubs/",
        "tournament-replay": f"{tournament}replay/",
        "tournament-squads": f"{tournament}squads/",
        "tournament-own-squad": f"{tournament}clubs/1/squad/",
        "tournament-draft": f"{tournament}draft/",
        "tournament-report": f"{tournament}report/",
        "tournament-points-law": f"{tournament}points-law/",
        "tournament-points-to": f"{tournament}points-to/",
        "archive-list": "/api/v1/archive/",
        "records-of-men-list": "/api/v1/records-of-men/",
        "manager-list": "/api/v1/managers/",
        "manager-detail": f"/api/v1/managers/{event.manager}/",
        "manager-events": f"/api/v1/managers/{event.manager}/events/",
        "manager-opponents": f"/api/v1/managers/{event.manager}/opponents/",
        "tournament-leaders": f"{tournament}leaders/",
        "tournament-transactions": f"{tournament}transactions/",
        "tournament-history": f"{tournament}history/",
        "tournament-days": f"{tournament}schedule/days/",
        "tournament-statistics": f"{tournament}statistics/",
        "tournament-awards": f"{tournament}awards/",
        "tournament-ballots": f"{tournament}ballots/",
        **{
            f"tournament-ballot-{act}": f"{tournament}ballots/{event.ballot}/{act}/"
            for act in ("vote", "close", "cancel")
        },
        "tournament-great-games": f"{tournament}great-games/",
        "tournament-man": f"{tournament}men/{event.card}/",
        "tournament-log-list": f"{tournament}log/",
        "tournament-people": f"{tournament}people/",
        "tournament-revoke": f"{tournament}roles/{event.role}/",
        "tournament-dismiss": f"{tournament}members/{event.member}/",
        **within,
        **lists,
        "invite-list": f"/api/v1/invites/?tournament={event.slug}",
        "invite-detail": f"/api/v1/invites/{event.invite}/",
        "invite-mail": f"/api/v1/invites/{event.invite}/mail/",
        "invite-offer": f"/api/v1/invites/offer/?token={event.token}",
        "invite-accept": "/api/v1/invites/accept/",
        "system-list": "/api/v1/systems/",
        "system-detail": "/api/v1/systems/one-die/",
        "system-sample": "/api/v1/systems/one-die/sample/?seed=a",
        "series-detail": f"/api/v1/series/{event.series}/",
        "series-simulate": f"/api/v1/series/{event.series}/simulate/",
        "series-house": f"/api/v1/series/{event.series}/house/",
        "game-list": "/api/v1/games/",
        "game-detail": game,
        **{f"game-{name}": f"{game}{name}/" for name in of_game},
        "draft-detail": f"/api/v1/drafts/{event.draft}/",
        **{
            f"draft-{name}": f"/api/v1/drafts/{event.draft}/{name}/"
            for name in (
                *("available", "log", "picks", "undo", "pause", "resume", "planned-pause"),
                *("typed-in", "practice"),
                *("skip", "swap", "replace", "drafter", "rescind", "keep", "exchange", "queue"),
                *(
                    "link",
                    "preparation",
                    "settings",
                    "divisions",
                    "rolls",
                    "slots",
                    "open",
                    "finish",
                ),
            )
        },
        "draft-advice": f"/api/v1/drafts/{event.draft}/advice/?slot=1",
        "deep-drive-charts-list": "/api/v1/deep-drive-charts/",
        "deep-drive-charts-detail": "/api/v1/deep-drive-charts/0/",
        "deep-drive-charts-house": "/api/v1/deep-drive-charts/0/house/",
        "deck-list": "/api/v1/decks/",
        "deck-detail": f"/api/v1/decks/{event.deck}/",
        "deck-build": f"/api/v1/decks/{event.deck}/build/",
        "draft-practice-with": "/api/v1/drafts/practice/",
        "draft-listed": f"/api/v1/drafts/{event.draft}/listed/{event.card}/",
        "draft-entrant": f"/api/v1/drafts/{event.draft}/entrants/1/",
        "draft-earliest": f"/api/v1/drafts/{event.draft}/slots/earliest/",
        "draft-draw": f"/api/v1/drafts/{event.draft}/slots/draw/",
        "team-detail": f"/api/v1/teams/{event.team}/",
        "player-list": "/api/v1/players/",
        "player-detail": f"/api/v1/players/{event.player}/",
        "club-season-list": "/api/v1/club-seasons/",
        "club-season-detail": f"/api/v1/club-seasons/{event.club_season}/",
        "card-set-list": "/api/v1/card-sets/",
        "card-set-upload": "/api/v1/card-sets/upload/",
        "card-set-detail": f"/api/v1/card-sets/{event.card_set}/",
        "card-set-truth": f"/api/v1/card-sets/{event.card_set}/truth/",
        "card-set-cards": f"/api/v1/card-sets/{event.card_set}/cards/",
        "card-detail": f"/api/v1/cards/{event.card}/",
        "team-tendencies": f"/api/v1/teams/{event.team}/tendencies/",
        "team-ballpark": f"/api/v1/teams/{event.team}/ballpark/",
        "ballpark-list": "/api/v1/ballparks/",
        "ballpark-upload": "/api/v1/ballparks/upload/",
        "ballpark-detail": f"/api/v1/ballparks/{event.park}/",
        "sheet-detail": f"/api/v1/sheets/{event.sheet}/",
        "sheet-what-if": f"/api/v1/sheets/{event.sheet}/what-if/?card=1&outs=3",
        "sheet-sign": f"/api/v1/sheets/{event.sheet}/sign/",
        "sheet-reopen": f"/api/v1/sheets/{event.sheet}/reopen/",
        "squad-detail": f"/api/v1/squads/{event.squad}/",
        "squad-line-up": f"/api/v1/squads/{event.squad}/line-up/?against=L",
        "squad-rotation": f"/api/v1/squads/{event.squad}/rotation/",
        "squad-order": f"/api/v1/squads/{event.squad}/order/",
        "squad-instructions": f"/api/v1/squads/{event.squad}/instructions/",
        "before": f"/api/v1/series/{event.series}/games/2/before/",
        "before-starter": f"/api/v1/series/{event.series}/games/2/starter/",
        "before-line-up": f"/api/v1/series/{event.series}/games/2/line-up/",
        "series-times": f"/api/v1/series/{event.series}/times/",
        "series-times-accept": f"/api/v1/series/{event.series}/times/1/accept/",
        "series-times-withdraw": f"/api/v1/series/{event.series}/times/1/withdraw/",
        "my-calendar": "/api/v1/me/calendar/",
        "left-game": f"/api/v1/series/{event.series}/games/2/left/",
        "left-agree": f"/api/v1/series/{event.series}/games/2/left/agree/",
        "left-pictures": f"/api/v1/series/{event.series}/games/2/left/pictures/",
        "left-picture": f"/api/v1/series/{event.series}/games/2/left/pictures/1/",
        "report-list": f"/api/v1/series/{event.series}/games/2/reports/",
        **{
            f"report-{act}": f"/api/v1/series/{event.series}/games/2/reports/{act}/"
            for act in ("confirm", "settle", "correct", "preview")
        },
        "series-rulings": f"/api/v1/series/{event.series}/rulings/",
        "series-home-rolls": f"/api/v1/series/{event.series}/home-rolls/",
        "series-suspended-games": f"/api/v1/series/{event.series}/suspended-games/",
        "series-home-roll": f"/api/v1/series/{event.series}/home-rolls/roll/",
        "series-home-choose": f"/api/v1/series/{event.series}/home-rolls/choose/",
        "series-absences": f"/api/v1/series/{event.series}/absences/",
        "series-absence-withdraw": f"/api/v1/series/{event.series}/absences/{2**40}/withdraw/",
        "ruling-detail": f"/api/v1/rulings/{event.ruling}/",
        **{
            f"ruling-{act}": f"/api/v1/rulings/{event.ruling}/{act}/"
            for act in ("choose", "preview", "agree", "appeal", "dismiss")
        },
        "tournament-board": f"{tournament}board/",
        **{
            f"tournament-board-{act}": f"{tournament}board/{act}/"
            for act in (
                "begin",
                "extend",
                "suspend",
                "play",
                "substitute",
                "house",
                "deadline",
                "put-off",
                "tie",
                "take-up",
                "order",
                "order-right",
            )
        },
        "job-detail": f"/api/v1/jobs/{event.job}/",
        "job-cancel": f"/api/v1/jobs/{event.job}/cancel/",
        "rulebook-book-list": "/api/v1/rulebook/books/",
        "rulebook-book-detail": "/api/v1/rulebook/books/poker-dice/",
        "rulebook-rule-list": "/api/v1/rulebook/rules/",
        "rulebook-rule-detail": "/api/v1/rulebook/rules/PD-061/",
    }


def bodies(event: Event) -> dict[tuple[str, str], dict[str, Any]]:
    """What each write sends, where it sends something."""
    plan = {
        "name": "By API",
        "system": "one-die",
        "clubs": [{"name": one.name, "abbreviation": one.abbreviation} for one in clubs(3)],
    }
    told = {
        "away": {"runs": 4},
        "home": {"runs": 2},
        "ending": "regulation",
        "inning": 9,
    }
    return {
        ("tournament-daily-mail", "put"): {"wanted": True},
        ("me", "put"): {"name": "New"},
        ("practice-game-list", "post"): {
            "system": "one-die",
            "away": "house:1",
            "home": "house:2",
            "mode": "hot-seat",
        },
        ("my-tokens", "post"): {"name": "Scoreboard", "scope": "read"},
        ("practice-game-join", "post"): {"token": "nobody"},
        ("notice-kinds", "put"): {"unwanted": ["sheet-to-sign"]},
        ("tournament-list", "post"): plan,
        ("tournament-detail", "put"): {"visibility": "private"},
        ("tournament-time-zone", "put"): {"time_zone": "Asia/Tokyo"},
        ("tournament-options", "put"): {"settings": {"innings": 7}},
        ("tournament-format", "put"): {"preset": "simple-league"},
        ("tournament-clone", "post"): {"name": "Another"},
        ("tournament-divisions", "put"): {"divisions": {"1": 1}},
        ("tournament-tie-order", "put"): {"steps": [{"criterion": "pct"}]},
        ("tournament-tie-rulings", "post"): {"kind": "d20", "values": {"1": 4, "2": 9}},
        ("tournament-tie-games", "post"): {"kind": "playoff", "members": [1, 2]},
        ("tournament-edition", "put"): {"preset": "stpc-2024"},
        ("tournament-ballots", "post"): {"title": "Fair play", "source": "clubs"},
        ("tournament-ballot-vote", "put"): {"club": 1, "candidates": [2, 3, 4]},
        ("tournament-great-games", "put"): {"in_house": True},
        ("tournament-clock", "put"): {"decision_seconds": 60, "game_seconds": 0},
        ("tournament-playoffs", "post"): {"runs": {"1": 3, "2": 1}},
        ("tournament-shoot-outs", "post"): {
            "home": 1,
            "away": 2,
            "home_runs": [0, 0, 1],
            "away_runs": [0, 0, 0],
            "rolls": {"1": 9, "2": 4},
        },
        ("tournament-drops", "post"): {"club": 3, "reason": "Ill", "nobody_found": True},
        ("tournament-drops-preview", "post"): {"club": 3, "reason": "Ill", "nobody_found": True},
        ("tournament-drops-covered", "post"): {"club": 3, "reason": "Ill"},
        ("tournament-replacements", "post"): {"series": 1, "email": "own@example.org"},
        ("tournament-dropped-results", "put"): {"dropped_results": "kept"},
        ("tournament-play-round", "post"): {"round": 1},
        ("tournament-drawings", "post"): {"round": 1, "reason": "So."},
        ("tournament-enter", "post"): {"clubs": plan["clubs"]},
        ("tournament-replay", "post"): {"year": 1986, "league": "NL"},
        ("tournament-own-squad", "put"): {"squad": 1},
        ("tournament-squads", "put"): {"rows": [{"team": "1", "player": "Al Slugger"}]},
        ("invite-list", "post"): {"tournament": event.slug, "role": "spectator"},
        ("invite-accept", "post"): {"token": event.token},
        ("game-list", "post"): {"series": event.series, "number": 2, "transcript": ["1", "6"]},
        ("draft-picks", "post"): {"card": event.card},
        ("draft-typed-in", "post"): {"rows": [{"round": 1, "team": "1", "pick": "Nobody At All"}]},
        ("draft-practice-with", "post"): {"card_set": event.card_set, "teams": 4},
        ("draft-planned-pause", "put"): {"when": None},
        ("draft-swap", "post"): {"one": 2, "other": 3},
        ("draft-replace", "post"): {"pick": 1, "card": event.card},
        ("draft-drafter", "put"): {"slot": 1, "drafter": "manager"},
        ("draft-rescind", "post"): {"slot": 1, "pick": 1},
        ("draft-keep", "post"): {"slot": 1},
        ("draft-exchange", "post"): {"slot": 1, "pick": 1, "card": event.card},
        ("draft-queue", "put"): {"cards": [event.card]},
        ("draft-listed", "put"): {"note": "perhaps"},
        ("draft-settings", "put"): {"settings": {}},
        ("draft-divisions", "put"): {"divisions": [{"participants": 4}]},
        ("draft-entrant", "put"): {"imputed": True},
        ("draft-slots", "post"): {"entrant": 1, "slot": 1},
        ("game-entries", "post"): {"after": 1, "entries": ["4"]},
        ("game-table-dice", "post"): {"after": 1, "dice": "4"},
        ("game-throw", "post"): {"after": 1},
        ("game-play-on", "post"): {"after": 1},
        ("game-standing-orders", "put"): {"side": "away", "when": {"weather": "never"}},
        ("game-undo", "post"): {"after": 1, "reason": "misread"},
        ("game-redo", "post"): {"after": 1},
        ("game-rewind", "post"): {"entry": 1, "reason": "misread"},
        ("game-void", "post"): {"reason": "wrong game"},
        ("card-set-list", "post"): {
            "name": "Made",
            "system": "commons",
            "source": "league",
            "years": [1986],
        },
        ("card-set-upload", "post"): {
            "name": "Brought",
            "system": "commons",
            "file": SimpleUploadedFile("cards.csv", CARDS),
        },
        ("sheet-sign", "post"): {"series": SheetSeries.objects.get(sheet=event.sheet).pk},
        ("sheet-reopen", "post"): {
            "series": SheetSeries.objects.get(sheet=event.sheet).pk,
            "reason": "miscounted",
        },
        ("squad-line-up", "put"): {"against": "L", "spots": []},
        ("squad-rotation", "put"): {"starts": []},
        ("squad-instructions", "put"): {"hook_runs": 4},
        ("squad-order", "put"): {"cards": [1]},
        ("before-starter", "put"): {"side": "away", "card": event.card},
        ("before-line-up", "put"): {"side": "away", "spots": []},
        ("series-house", "put"): {"team": 2**40, "allowed": True},
        ("series-times", "post"): {"times": []},
        ("report-list", "post"): told,
        ("tournament-points-law", "put"): {"numbers": {"win": "2"}},
        ("tournament-points-to", "put"): {"club": 1, "member": None},
        ("report-confirm", "post"): {"version": 1},
        ("report-settle", "post"): {"version": 1, "reason": "seen it"},
        ("report-correct", "post"): {**told, "reason": "misread"},
        ("report-preview", "post"): {**told, "reason": "misread"},
        ("series-rulings", "post"): {
            "number": 1,
            "case": "re-entry",
            "facts": "He was out.",
            "offender": event.team,
        },
        ("ruling-choose", "post"): {"remedy": "accept"},
        ("ruling-preview", "post"): {"remedy": "accept"},
        ("ruling-appeal", "post"): {"words": "It was not so."},
        ("ruling-dismiss", "post"): {"words": "It was not so."},
        ("tournament-day-settle", "post"): {"begins_at": None},
        ("tournament-day-notice", "post"): {"notice": "Lunch."},
        ("tournament-day-screen", "put"): {"shows": ["play"]},
        ("tournament-divisions-split", "post"): {"count": 1, "way": "number"},
        ("tournament-announcement", "put"): {"place": "Town hall"},
        ("tournament-sign-ups", "post"): {"name": "Ann", "email": "ann@example.org"},
        ("tournament-sign-ups-import", "post"): {"people": "Ann"},
        ("tournament-sign-up-here", "put"): {"here": True},
        ("tournament-questions", "post"): {"question": "Is there a car park?"},
        ("tournament-question-answer", "post"): {"answer": "There is."},
        ("tournament-question-shown", "put"): {"shown": True},
        ("door-check-in", "post"): {"person": 1},
        ("tournament-reports-to-send", "put"): {"held": "Ottawa"},
        ("tournament-reports-to-send-clubs", "put"): {"clubs": [{"club": 1, "names": "Ann"}]},
        ("tournament-reports-to-send-mail", "post"): {"kind": "winner", "to": "a@example.org"},
        ("tournament-board-begin", "post"): {"round": 1},
        ("tournament-board-extend", "post"): {"series": event.series, "minutes": 15},
        ("tournament-board-suspend", "post"): {"series": event.series},
        ("tournament-board-play", "post"): {"series": event.series},
        ("tournament-board-substitute", "post"): {"team": event.team, "person": 2**40},
        ("series-home-rolls", "post"): {"servers_dice": True},
        ("series-home-roll", "post"): {"team": event.team, "value": 7},
        ("series-home-choose", "post"): {"at_home": True},
        ("series-absences", "post"): {"team": event.team},
        ("tournament-board-house", "post"): {"series": event.series},
        ("tournament-board-deadline", "post"): {
            "round": 1,
            "due": (timezone.now() + timedelta(days=1)).isoformat(),
        },
        ("tournament-board-put-off", "post"): {"series": event.series, "hours": 24},
        ("tournament-board-tie", "post"): {"game": event.game},
        ("tournament-board-take-up", "post"): {"game": event.game},
        ("tournament-board-order", "post"): {"game": event.game, "team": event.team, "value": 7},
        ("tournament-board-order-right", "post"): {
            "game": event.game,
            "team": event.team,
            "value": 7,
            "reason": "misread",
        },
        ("team-tendencies", "put"): {"tendencies": {"stealing": 8}},
        ("team-ballpark", "put"): {"ballpark": event.park},
        ("deep-drive-charts-list", "post"): {"name": "Mine", "charts": {}},
        ("deck-list", "post"): {"name": "Another"},
        ("deck-detail", "put"): {"name": "Deck", "cards": [event.card]},
        ("ballpark-list", "post"): {"name": "Yard", "singles": 8, "home_runs": 12},
        ("team-detail", "put"): {"name": "Renamed", "abbreviation": "REN"},
    }


def address(url: str, method: str) -> str:
    """Only who reads or takes away has something to say in a query."""
    return url if method in ("get", "delete") else url.partition("?")[0]


def client(user) -> APIClient:
    found = APIClient()
    if user is not None:
        found.force_authenticate(user)
    return found


def operations() -> set[tuple[str, str]]:
    """Every route with every method it answers."""
    found = set()
    for pattern in urlpatterns:
        actions = getattr(pattern.callback, "actions", None)
        view = getattr(pattern.callback, "view_class", None) or pattern.callback.cls
        methods = actions or [
            method for method in ("get", "post", "put", "patch", "delete") if hasattr(view, method)
        ]
        found |= {(pattern.name, method) for method in methods if method != "head"}
    return found


def test_no_operation_is_missing_from_the_table():
    # What is refused whatever the method is asked for by one of them.
    assert operations() | {("api-nothing", "get")} == set(TABLE)


@pytest.mark.long
@pytest.mark.embedded
@pytest.mark.parametrize("visibility", ["public", pytest.param("private", marks=pytest.mark.long)])
def test_every_operation_answers_every_visitor_as_the_table_says(visibility):
    event, people = an_event(visibility)
    visitors = dict(zip(VISITORS, map(client, people), strict=True))
    where = addresses(event)
    before = rows_stored()
    for (name, method), columns in TABLE.items():
        got = {}
        expected = asked(columns, visibility)
        for who in expected:
            with nothing_lasts():
                # Bodies are made anew: a file can be sent once.
                sent = bodies(event).get((name, method))
                form = "multipart" if sent and "file" in sent else "json"
                answer = getattr(visitors[who], method)(
                    address(where[name], method),
                    sent,
                    **({} if method == "get" else {"format": form}),
                )
                if method == "get" or answer.status_code >= 400:
                    assert rows_stored() == before, (name, method, who)
            got[who] = answer.status_code
            if answer.status_code >= 400:
                assert set(answer.data["error"]) == {"code", "message", "refusals"}
        assert got == expected, (name, method)
