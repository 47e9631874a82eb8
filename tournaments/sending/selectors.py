"""The three reports of an event: the draft, the winner with a write-up, everybody's record with
names, towns and points. Each as a text to be mailed and as rows of a file."""

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
    """A club in the report: ``place``, ``points`` and wins as they are printed. ``out``: what
    became of one that dropped out, in words."""

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
    """One of the three: ``waits`` says why it cannot be sent yet; empty where it can."""

    kind: str
    subject: str
    text: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    waits: str

    @property
    def title(self) -> str:
        """The title of the report."""
        return TITLES[self.kind]


@dataclass(frozen=True)
class Sending:
    """Everything that a director sends out. ``stale``: the event has changed since then."""

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
        """The one of that kind, where the event has it."""
        return next((each for each in self.reports if each.kind == kind), None)


def sending_of(tournament: Tournament) -> Sending:
    """The reports of an event as they stand."""
    league = load_league(tournament)
    report = report_of(league)
    writing = Writing.objects.filter(tournament=tournament).first() or Writing()
    lines = _clubs(league, report)
    held = writing.held or _place_of(tournament)
    found = Sending(
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
    over = tournament.state == Tournament.State.COMPLETE
    waits = "" if over else "The event is not over yet."
    reports = [_winner(found, report, waits), _record(found, waits)]
    if (draft := _draft(found)) is not None:
        reports.insert(0, draft)
    return replace(found, reports=tuple(reports))


def _place_of(tournament: Tournament) -> str:
    found = Announcement.objects.filter(tournament=tournament).first()
    return found.place if found is not None else ""


def _clubs(league: League, report: EventReport) -> list[ClubLine]:
    """The clubs that count, best points first, then those that are out and count for nothing."""
    stored = {
        row.entrant_id: row
        for row in ReportedClub.objects.filter(entrant__tournament=league.tournament)
    }
    signed = _signed_up(league.tournament)
    lines = [
        _line(
            line,
            stored.get(line.entrant.pk),
            signed.get(line.entrant.pk),
            "dropped out, its results stand" if line.entrant.dropped else "",
        )
        for line in report.lines
    ]
    there = {line.entrant.pk for line in lines}
    for entrant in report.thrown_out:
        if entrant.pk in there:
            continue
        row, known = stored.get(entrant.pk), signed.get(entrant.pk)
        won, lost = _played(league, entrant)
        lines.append(
            ClubLine(
                entrant,
                _names(row, known, ""),
                _town(row, known),
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
    """For whom a club was entered, by the entrant."""
    rows = SignUp.objects.filter(tournament=tournament).exclude(entrant=None)
    return {row.entrant_id: row for row in rows if row.entrant_id is not None}


def _line(
    line: ReportLine, stored: ReportedClub | None, known: SignUp | None, out: str
) -> ClubLine:
    accounts = ", ".join(each.name for each in line.people if each.name)
    declared = line.points_to.name if line.points_to else ""
    names = _names(stored, known, accounts)
    # A manager alone need not be declared.
    usual = declared or (names if names and "," not in names and " and " not in names else "")
    return ClubLine(
        line.entrant,
        names,
        _town(stored, known),
        (stored.points_to if stored else "") or usual,
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
    """Games of the season that a club had won and lost before it was out."""
    won = lost = 0
    for meeting in league.meetings:
        if meeting.counts and meeting.away is not None and meeting.has(entrant):
            mine = meeting.wins(entrant)
            won += mine
            lost += meeting.wins(meeting.away if meeting.home == entrant else meeting.home)
    return won, lost


def _winner(found: Sending, report: EventReport, waits: str) -> Sent:
    name = " and ".join(each.team.name for each in report.winners)
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
    """The first of each table of leaders; empty where no players' lines are known."""
    if tournament.card_set_id is None:
        return []
    found = leaders_of(tournament)
    told = []
    for table in (*found.batting, *found.pitching):
        first = [line for line in table.leaders if line.rank in ("1", "1=")]
        if first:
            who = ", ".join(
                f"{found.names.get(line.who[1], '?')} ({found.teams[line.who[0]].abbreviation})"
                for line in first
            )
            more = f" and {table.more} more" if table.more and len(first) > 1 else ""
            told.append(f"{table.category.label}: {who}{more}, {first[0].value}")
    return told


def _head(found: Sending) -> str:
    """Name, where, month and how many: what every report begins with."""
    when = _month(found.tournament)
    counts = found.counts
    clubs = f"{counts.clubs} clubs"
    if counts.dropped:
        clubs += f" and {counts.dropped} whose results count for nothing"
    parts = [str(found.tournament), found.held, when, clubs]
    return "; ".join(part for part in parts if part)


def _month(tournament: Tournament) -> str:
    """The month in which it began, by the clock of the event."""
    day = getattr(tournament, "day", None)
    begun = (day.begins_at if day is not None else None) or tournament.created_at
    return f"{begun.astimezone(zone_of(tournament.time_zone)):%B %Y}"


def _record(found: Sending, waits: str) -> Sent:
    lines = [_head(found), ""]
    for club in found.clubs:
        who = ", ".join(part for part in (club.names or "nobody named", club.town) if part)
        at = f"{club.place} " if club.place else ""
        playoffs = f", {club.playoff_wins} won in the play-offs" if club.playoff_wins else ""
        points = f"; {club.points} points" + (f" to {club.points_to}" if club.points_to else "")
        out = f"; {club.out}" if club.out else ""
        lines.append(
            f"{at}{club.entrant.team.name} ({who}): {club.won}-{club.lost}{playoffs}{points}{out}"
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
    """Pick by pick; nothing where the event has no draft."""
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
