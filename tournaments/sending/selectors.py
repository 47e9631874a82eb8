"""The three reports of an event: the draft; the winner with a write-up; and every club's record
with names, towns and points. Each is a text to mail and the rows of a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from config.people.times import zone_of
from rosters.drafts.models import Draft
from rosters.drafts.sheets import PICK_COLUMNS, pick_rows
from tournaments.day.models import Announcement, SignUp
from tournaments.models import Entrant, Tournament
from tournaments.rules.counts import EventCounts
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.leaders import leaders_of
from tournaments.selectors.league import League, load_league
from tournaments.selectors.reports import EventReport, ReportLine, report_of
from tournaments.sending.models import ReportedClub, Writing

DRAFT, WINNER, RECORD = "draft", "winner", "record"
TITLES: Final = {
    DRAFT: "The draft",
    WINNER: "The winner",
    RECORD: "The tournament report",
}
COLUMNS = (
    *("place", "club", "names", "town", "points_to", "won", "lost", "playoff_wins"),
    *("points", "dropped_out"),
)


@dataclass(frozen=True)
class ClubLine:
    """A club in the report: ``place``, ``points`` and wins as printed. ``out``: how it dropped out,
    in words."""

    entrant: Entrant
    names: str
    town: str
    points_to: str
    place: str
    won: int
    lost: int
    playoff_wins: int
    points: str
    out: str


@dataclass(frozen=True)
class Sent:
    """One of the three reports; ``waits`` says why it cannot be sent yet, empty where it can."""

    kind: str
    subject: str
    text: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    waits: str

    @property
    def title(self) -> str:
        return TITLES[self.kind]


@dataclass(frozen=True)
class Sending:
    """All reports of an event. ``stale``: the event has changed since the write-up was stored."""

    tournament: Tournament
    held: str
    first_draft: str
    text: str
    own: bool
    stale: bool
    counts: EventCounts
    clubs: Sequence[ClubLine]
    reports: Sequence[Sent]

    def report(self, kind: str) -> Sent | None:
        return next((sent for sent in self.reports if sent.kind == kind), None)


def sending_of(tournament: Tournament) -> Sending:
    league = load_league(tournament)
    report = report_of(league)
    writing = Writing.objects.filter(tournament=tournament).first() or Writing()
    lines = _clubs(league, report)
    held = writing.held or _place_of(tournament)
    sending = Sending(
        tournament,
        held,
        report.first_draft,
        writing.text or report.first_draft,
        own=bool(writing.text),
        stale=bool(writing.text) and writing.draft != report.first_draft,
        counts=league.counts,
        clubs=lines,
        reports=(),
    )
    is_over = tournament.state == Tournament.State.COMPLETE
    waits = "" if is_over else "The event is not over yet."
    reports = [_winner(sending, report, waits), _record(sending, waits)]
    if (draft := _draft(sending)) is not None:
        reports.insert(0, draft)
    return replace(sending, reports=tuple(reports))


def _place_of(tournament: Tournament) -> str:
    announcement = Announcement.objects.filter(tournament=tournament).first()
    return announcement.place if announcement is not None else ""


def _clubs(league: League, report: EventReport) -> list[ClubLine]:
    """Return the clubs that count, most points first, then those whose results were thrown out."""
    stored = {
        row.entrant_id: row
        for row in ReportedClub.objects.filter(entrant__tournament=league.tournament)
    }
    sign_ups = _signed_up(league.tournament)
    lines = [
        _line(
            line,
            stored.get(line.entrant.pk),
            sign_ups.get(line.entrant.pk),
            "dropped out, its results stand" if line.entrant.dropped else "",
        )
        for line in report.lines
    ]
    shown = {line.entrant.pk for line in lines}
    for entrant in report.thrown_out:
        if entrant.pk in shown:
            continue
        row, sign_up = stored.get(entrant.pk), sign_ups.get(entrant.pk)
        won, lost = _played(league, entrant)
        lines.append(
            ClubLine(
                entrant,
                _names(row, sign_up, ""),
                _town(row, sign_up),
                row.points_to if row else "",
                "",
                won,
                lost,
                0,
                "0",
                "dropped out, its results count for nothing",
            )
        )
    return lines


def _signed_up(tournament: Tournament) -> dict[int, SignUp]:
    """Return the sign-up that each entrant was entered for."""
    rows = SignUp.objects.filter(tournament=tournament).exclude(entrant=None)
    return {row.entrant_id: row for row in rows if row.entrant_id is not None}


def _line(
    line: ReportLine, stored: ReportedClub | None, known: SignUp | None, out: str
) -> ClubLine:
    accounts = ", ".join(manager.name for manager in line.people if manager.name)
    declared = line.points_to.name if line.points_to else ""
    names = _names(stored, known, accounts)
    # A single manager need not be declared.
    default = declared or (names if names and "," not in names and " and " not in names else "")
    return ClubLine(
        line.entrant,
        names,
        _town(stored, known),
        (stored.points_to if stored else "") or default,
        line.place,
        line.won,
        line.lost,
        line.playoff_wins,
        line.total,
        out,
    )


def _names(stored: ReportedClub | None, known: SignUp | None, accounts: str) -> str:
    if stored is not None and stored.names:
        return stored.names
    if known is not None:
        return f"{known.name}, {known.partner}" if known.partner else known.name
    return accounts


def _town(stored: ReportedClub | None, known: SignUp | None) -> str:
    if stored is not None and stored.town:
        return stored.town
    return known.town if known is not None else ""


def _played(league: League, entrant: Entrant) -> tuple[int, int]:
    """Return the season games that a club won and lost before it was out."""
    won = lost = 0
    for meeting in league.meetings:
        if meeting.counts and meeting.away is not None and meeting.has(entrant):
            own_wins = meeting.wins(entrant)
            won += own_wins
            lost += meeting.wins(meeting.away if meeting.home == entrant else meeting.home)
    return won, lost


def _winner(found: Sending, report: EventReport, waits: str) -> Sent:
    name = " and ".join(winner.team.name for winner in report.winners)
    parts = [_head(found), "", found.text]
    leaders = _leaders(found.tournament)
    if leaders:
        parts += ["", "Leaders of the season:", *leaders]
    return Sent(
        WINNER,
        f"{found.tournament}: won by {name}" if name else f"{found.tournament}: the winner",
        "\n".join(parts) + "\n",
        (),
        (),
        waits,
    )


def _leaders(tournament: Tournament) -> list[str]:
    """Return the leader of each table; empty where no players' lines are known."""
    if tournament.card_set_id is None:
        return []
    leaders = leaders_of(tournament)
    sentences = []
    for table in (*leaders.batting, *leaders.pitching):
        leading = [line for line in table.leaders if line.rank in ("1", "1=")]
        if leading:
            names = ", ".join(
                f"{leaders.names.get(line.who[1], '?')} ({leaders.teams[line.who[0]].abbreviation})"
                for line in leading
            )
            others = f" and {table.more} more" if table.more and len(leading) > 1 else ""
            sentences.append(f"{table.category.label}: {names}{others}, {leading[0].value}")
    return sentences


def _head(found: Sending) -> str:
    """Return the first line of every report: name, place, month and number of clubs."""
    when = _month(found.tournament)
    counts = found.counts
    clubs = f"{counts.clubs} clubs"
    if counts.dropped:
        clubs += f" and {counts.dropped} whose results count for nothing"
    parts = [str(found.tournament), found.held, when, clubs]
    return "; ".join(part for part in parts if part)


def _month(tournament: Tournament) -> str:
    """Return the month in which it began, in the event's time zone."""
    day = getattr(tournament, "day", None)
    began = (day.begins_at if day is not None else None) or tournament.created_at
    return f"{began.astimezone(zone_of(tournament.time_zone)):%B %Y}"


def _record(found: Sending, waits: str) -> Sent:
    lines = [_head(found), ""]
    for club in found.clubs:
        names = ", ".join(part for part in (club.names or "nobody named", club.town) if part)
        rank = f"{club.place} " if club.place else ""
        extra = f", {club.playoff_wins} won in the play-offs" if club.playoff_wins else ""
        points = f"; {club.points} points" + (f" to {club.points_to}" if club.points_to else "")
        out = f"; {club.out}" if club.out else ""
        lines.append(
            f"{rank}{club.entrant.team.name} ({names}): {club.won}-{club.lost}{extra}{points}{out}"
        )
    rows = [
        (
            *(club.place, club.entrant.team.name, club.names, club.town, club.points_to),
            *(club.won, club.lost, club.playoff_wins, club.points, club.out),
        )
        for club in found.clubs
    ]
    return Sent(
        RECORD,
        f"{found.tournament}: tournament report",
        "\n".join(lines) + "\n",
        COLUMNS,
        rows,
        waits,
    )


def _draft(found: Sending) -> Sent | None:
    """Return the draft pick by pick; ``None`` where the event has none."""
    tournament = found.tournament
    draft = draft_of(tournament) if tournament.card_set_id is not None else None
    if draft is None:
        return None
    rows = pick_rows(draft)
    lines = [_head(found), ""]
    lines += [f"{row[1]}. {row[3]}: {row[4]}, {row[6]}".rstrip(", ") for row in rows]
    waits = "" if draft.state == Draft.State.COMPLETE else "The draft is not over yet."
    return Sent(
        DRAFT, f"{tournament}: the draft", "\n".join(lines) + "\n", PICK_COLUMNS, rows, waits
    )
