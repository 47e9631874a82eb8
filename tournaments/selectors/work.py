"""The director's to-do list, the most urgent first, with buttons for each item."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator

from games.models import Game, GameWait
from games.rules.waits import Patience
from games.seriesday.models import GameReport
from games.seriesday.selectors.left import for_director
from games.waits import wait_in
from tournaments.day.questions import open_questions
from tournaments.models import Tournament
from tournaments.selectors.advancing import why_not_advance
from tournaments.selectors.drawings import overtaken
from tournaments.selectors.league import League
from tournaments.selectors.progress import waiting_ties
from tournaments.selectors.round_board import BoardLine, RoundBoard
from tournaments.selectors.suspended import SuspendedGame

URGENT: Final = "over"
WAITING: Final = "waiting"
NEXT: Final = "next"


@dataclass(frozen=True)
class Button:
    """A button of the board (``desk``: of the desk); with ``question`` it asks for confirmation."""

    label: str
    act: str
    fields: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    desk: bool = False


@dataclass(frozen=True)
class Work:
    """An item of the list: a sentence, its buttons, and a link. ``level``: over, waiting or
    next."""

    level: str
    told: str
    buttons: tuple[Button, ...] = ()
    url: str = ""
    leads_to: str = ""
    table: int | None = None


def work_of(
    league: League,
    board: RoundBoard | None,
    suspended: Sequence[SuspendedGame],
    tables: Mapping[int, int],
) -> list[Work]:
    """Return the to-do list of a running event; empty before and after."""
    tournament = league.tournament
    if tournament.state != Tournament.State.RUNNING or board is None:
        return []
    lines = {line.meeting.series_id or 0: line for line in (*board.lines, *board.left_behind)}
    reports = _reports(list(lines))
    items = [
        *_drawings(league),
        *_disputed(lines, reports),
        *_late(lines.values()),
        *_ruled(lines.values()),
        *_absent(lines.values()),
        *_standing_still(lines),
        *_unconfirmed(lines, reports),
        *_left(lines),
        *_unsigned(lines.values()),
        *_suspended(suspended),
        *_asked(tournament),
        *_next(league, board),
    ]
    return [_at_table(work, tables) for work in items]


@dataclass(frozen=True)
class _OfSeries(Work):
    series: int = 0


def _at_table(work: Work, tables: Mapping[int, int]) -> Work:
    series = work.series if isinstance(work, _OfSeries) else 0
    return Work(work.level, work.told, work.buttons, work.url, work.leads_to, tables.get(series))


def _reports(series_ids: Sequence[int]) -> list[GameReport]:
    rows = GameReport.objects.filter(
        game__series__in=series_ids,
        game__status=Game.Status.REPORTED,
        state__in=(GameReport.State.OPEN, GameReport.State.DISPUTED),
    )
    return list(
        rows.select_related("game__away", "game__home", "team").order_by(
            "game__series", "game__number", "pk"
        )
    )


def _pair(line: BoardLine) -> str:
    meeting = line.meeting
    return f"{meeting.away.team.name if meeting.away else ''} at {meeting.home.team.name}"


def _drawings(league: League) -> Iterator[Work]:
    for outdated in overtaken(league):
        fields = {"round": str(outdated.round.number), "reason": "A result was corrected."}
        yield Work(
            URGENT,
            outdated.facts,
            () if outdated.begun else (Button("Draw it again", "draw-again", fields, desk=True),),
            f"{reverse('tournaments:desk', args=[league.tournament.slug])}#desk-buttons",
            "On the desk",
        )


def _disputed(lines: Mapping[int, BoardLine], reports: Sequence[GameReport]) -> Iterator[Work]:
    versions_by_game: dict[int, list[GameReport]] = {}
    for report in reports:
        if report.state == GameReport.State.DISPUTED:
            versions_by_game.setdefault(report.game_id, []).append(report)
    for versions in versions_by_game.values():
        game = versions[0].game
        yield _OfSeries(
            URGENT,
            f"{_pair(lines[game.series_id])}, game {game.number}: the two sides tell it "
            "differently.",
            tuple(_as_told(report, "settle") for report in versions),
            reverse("seriesday:report", args=[game.series_id, game.number]),
            "Both versions",
            series=game.series_id,
        )


def _as_told(report: GameReport, act: str) -> Button:
    away, home = report.told.scored
    game = report.game
    score = f"{game.away.abbreviation} {away}, {game.home.abbreviation} {home}"
    reporter = report.team.name if report.team is not None else "The director"
    fields = {"game": str(report.game_id), "version": str(report.version)}
    label = f"{reporter} says {score}" if act == "settle" else f"Confirm {score}"
    return Button(label, act, fields)


def _unconfirmed(lines: Mapping[int, BoardLine], reports: Sequence[GameReport]) -> Iterator[Work]:
    """Yield the waiting reports; those that the other side may still confirm come last."""
    items = []
    for report in reports:
        if report.state != GameReport.State.OPEN:
            continue
        line = lines[report.game.series_id]
        words = [item for item in line.waits_for if item.endswith(f" game {report.game.number}")]
        is_directors = any(item.startswith("The director ") for item in words)
        items.append(
            (
                not is_directors,
                _OfSeries(
                    WAITING,
                    f"{_pair(line)}: {words[0] if words else 'a report waits'}.",
                    (_as_told(report, "confirm"),) if is_directors else (),
                    reverse("seriesday:report", args=[report.game.series_id, report.game.number]),
                    "The report",
                    series=report.game.series_id,
                ),
            )
        )
    yield from (work for _, work in sorted(items, key=lambda item: item[0]))


def _late(lines: Collection[BoardLine]) -> Iterator[Work]:
    for line in lines:
        series = str(line.meeting.series_id)
        if line.over:
            buttons = [Button("15 minutes more", "extend", {"series": series, "minutes": "15"})]
            if line.may_suspend:
                question = "Suspend what is being played?"
                buttons.append(Button("Suspend", "suspend", {"series": series}, question))
            sentence = f"{_pair(line)} is {line.over} minutes over its time."
        elif line.overdue:
            buttons = [Button("One day more", "put-off", {"series": series, "hours": "24"})]
            sentence = f"{_pair(line)} was to be played by now."
        else:
            continue
        if not line.why_not_house:
            question = "Have the house play what is left?"
            buttons.append(Button("House plays", "house", {"series": series}, question))
        yield _OfSeries(
            URGENT, sentence, tuple(buttons), _series(line), "The series", series=int(series)
        )


def _ruled(lines: Collection[BoardLine]) -> Iterator[Work]:
    for line in lines:
        for ruling in line.rulings:
            if ruling.pk not in line.to_rule:
                continue
            yield _OfSeries(
                URGENT,
                f"{_pair(line)}: {ruling.rule} waits for your ruling.",
                (),
                reverse("seriesday:ruling", args=[ruling.pk]),
                "Rule",
                series=line.meeting.series_id or 0,
            )


def _absent(lines: Collection[BoardLine]) -> Iterator[Work]:
    for line in lines:
        for words in line.absent:
            series = line.meeting.series_id or 0
            yield _OfSeries(
                URGENT,
                f"{_pair(line)}: {words}.",
                (),
                f"?round={line.meeting.round_number}&series={series}#act",
                "Name a substitute",
                series=series,
            )


def _standing_still(lines: Mapping[int, BoardLine]) -> Iterator[Work]:
    """Online games in which one side does not move: where the other asks for the director, and
    after a day."""
    rows = GameWait.objects.filter(
        game__series__in=list(lines), since__isnull=False, game__status=Game.Status.IN_PROGRESS
    ).select_related("game__series", "game__away", "game__home")
    now = timezone.now()
    for row in rows.defer("game__transcript", "game__events", "game__clubs").order_by("since"):
        wait = wait_in(row, row.game, now)
        if wait is None or not (row.called_at or wait.patience >= Patience.LONG):
            continue
        series = str(row.game.series_id)
        asks = f" {wait.other} asks for you." if row.called_at else ""
        words = (
            f"{wait.club} has not moved for {wait.words}"
            if wait.words
            else f"{wait.club} is to move"
        )
        yield _OfSeries(
            URGENT if row.called_at else WAITING,
            f"{_pair(lines[row.game.series_id])}, game {row.game.number}: {words}.{asks}",
            (Button("Suspend", "suspend", {"series": series}, "Suspend what is being played?"),),
            reverse("games:score", args=[row.game.series_id, row.game.number]),
            "The game",
            series=row.game.series_id,
        )


def _left(lines: Mapping[int, BoardLine]) -> Iterator[Work]:
    """Yield reported states of suspended games where the other club has nobody to agree."""
    for note in for_director(list(lines)):
        game = note.game
        yield _OfSeries(
            WAITING,
            f"{_pair(lines[game.series_id])}: {note.team} reports how game {game.number} was left.",
            (),
            reverse("seriesday:left", args=[game.series_id, game.number]),
            "Agree to it",
            series=game.series_id,
        )


def _unsigned(lines: Collection[BoardLine]) -> Iterator[Work]:
    for line in lines:
        if line.sheets:
            series = line.meeting.series_id or 0
            for_both = len(line.sheets) > 1
            subject = "both sheets are" if for_both else f"the sheet of {line.sheets[0].club} is"
            yield _OfSeries(
                WAITING,
                f"{_pair(line)}: {subject} unsigned.",
                (
                    Button(
                        "Sign for both" if for_both else f"Sign for {line.sheets[0].signer}",
                        "sign",
                        {"series": str(series)},
                        "Sign as the director?",
                    ),
                ),
                reverse("pitching:sheet", args=[line.sheets[0].pk]),
                "The sheet",
                series=series,
            )


def _suspended(games: Sequence[SuspendedGame]) -> Iterator[Work]:
    rows = Game.objects.filter(pk__in=[suspended_game.game.pk for suspended_game in games])
    with_plays = set(rows.filter(known=Game.Known.TRANSCRIPT).values_list("pk", flat=True))
    for suspended_game in games:
        away, home = suspended_game.meeting.away, suspended_game.meeting.home
        names = f"{away.team.name if away else ''} at {home.team.name}"
        tie_button = Button(
            "Book as a tie", "tie", {"game": str(suspended_game.game.pk)}, "Book it as a tie?"
        )
        yield _OfSeries(
            WAITING,
            f"{names}, game {suspended_game.game.number} is suspended, {suspended_game.outs_told}.",
            () if suspended_game.matter.matters else (tie_button,),
            # Link to its plays, or to its result.
            reverse(
                "games:score" if suspended_game.game.pk in with_plays else "seriesday:report",
                args=[suspended_game.meeting.series_id, suspended_game.game.number],
            ),
            "Finish it",
            series=suspended_game.meeting.series_id or 0,
        )


def _asked(tournament: Tournament) -> Iterator[Work]:
    questions = open_questions(tournament)
    if questions:
        desk = reverse("tournaments:desk", args=[tournament.slug])
        first = f"{questions[0].who} asks: {Truncator(questions[0].text).chars(120)}"
        sentence = (
            first if len(questions) == 1 else f"{len(questions)} questions wait for an answer."
        )
        yield Work(WAITING, sentence, (), f"{desk}#questions", "Answer")


def _next(league: League, board: RoundBoard) -> Iterator[Work]:
    """Yield the next step of the event, unless something else blocks it."""
    desk = reverse("tournaments:desk", args=[league.tournament.slug])
    next_round = league.next_round
    if next_round is None:
        refusals = why_not_advance(league)
        if waiting_ties(league):
            yield Work(
                NEXT, "Clubs are level, and a step waits for people.", (), desk, "Break the tie"
            )
        for refusal in refusals:
            if refusal.code != "tie-open":
                leads_to = str(refusal.facts.get("leads_to", "On the desk"))
                yield Work(NEXT, refusal.message, (), str(refusal.facts.get("url", desk)), leads_to)
        if not refusals:
            yield Work(
                NEXT,
                "Everything that is drawn is played.",
                (Button("Draw what follows", "advance", desk=True),),
            )
    elif next_round.number == board.round.number and not any(
        line.begun_at or line.meeting.games for line in board.lines
    ):
        yield Work(
            NEXT,
            f"{next_round.name} may begin.",
            (
                Button(
                    f"Start the clocks of {next_round.told}",
                    "begin",
                    {"round": str(next_round.number)},
                ),
            ),
        )


def _series(line: BoardLine) -> str:
    return reverse("games:series", args=[line.meeting.series_id])
