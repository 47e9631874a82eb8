"""Every operation of the API against every kind of visitor.

A route or method that is missing from the table fails the test; what is sent to each stands in
``api_requests``. Each request is rolled back; a GET leaves every table as it was, and so does
whatever is refused.
"""

import pytest
from django.core.cache import cache

from config.api.urls import urlpatterns
from tests.config.api_requests import address, addresses, bodies, client
from tests.personas import ALL, VISITORS, Row, an_event, asked, nothing_lasts, row, rows_stored

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
    ("tournament-format-preview", "post"): desk(409),
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
    ("tournament-tie-games", "get"): LOOK,
    ("tournament-counts", "get"): LOOK,
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
    ("tournament-play-round", "get"): both(DESK),
    ("tournament-take-back", "get"): both(DESK),
    # Nothing was simulated.
    ("tournament-take-back", "post"): desk(409),
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
    ("tournament-dismiss", "put"): desk(200),
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
    ("game-wait", "post"): scoring(422),
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
    ("draft-clock", "put"): desk(200),
    ("draft-skip", "post"): desk(200),
    ("draft-swap", "post"): desk(200),
    ("draft-replace", "post"): desk(409),
    # The first club's people say so themselves.
    ("draft-drafter", "put"): both(row(401, 404, 404, 404, 200, own=200, substitute=200)),
    # Nothing of his stands there.
    ("draft-rescind", "post"): both(row(401, 404, 404, 404, 422, own=422, substitute=422)),
    ("draft-keep", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-exchange", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    # It is no auction.
    ("draft-nominate", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-bid", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-pass-lot", "post"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    # A club's own business, directors' neither.
    ("draft-maximum", "get"): both((404, 404, 404, 200, 200, 200, 200, 404, 404, 404)),
    ("draft-maximum", "put"): both(row(401, 404, 404, 404, 409, own=409, substitute=409)),
    ("draft-hammer", "post"): desk(409),
    ("draft-sell", "post"): desk(409),
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
    ("source-list", "get"): both(ALL),
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
    ("report-event-file", "post"): scoring(422),
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
    ("tournament-sign-up-offer", "post"): desk(422),
    ("tournament-sign-up-place", "put"): desk(422),
    ("tournament-sign-up-apart", "post"): desk(422),
    # Whoever has the key may; nobody has this one.
    ("sign-up-detail", "get"): both(row(404, 404)),
    ("sign-up-confirm", "post"): both(row(422, 422)),
    ("sign-up-accept", "post"): both(row(422, 422)),
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
@pytest.mark.parametrize("visibility", ["public", pytest.param("private", marks=pytest.mark.long)])
def test_every_operation_answers_every_visitor_as_the_table_says(visibility):
    event, people = an_event(visibility)
    visitors = dict(zip(VISITORS, map(client, people), strict=True))
    where = addresses(event)
    before = rows_stored()
    for (name, method), columns in TABLE.items():
        # All of it within a minute is more than a visitor may ask.
        cache.clear()
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
