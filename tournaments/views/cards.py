"""From what the selectors say to what the components draw: cards, rows and lines. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.urls import reverse

from config.ui.charts import ChartLine, Side
from games.models import Game
from rosters.models import Team
from tournaments.models import Entrant, Stage, Tournament
from tournaments.rules.metrics import SortedBy, in_order
from tournaments.rules.results import Tally
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Meeting, RoundOfPlay
from tournaments.selectors.runs import Runs, bars
from tournaments.selectors.tables import Course, CrossLine, DivisionTable, StandingsLine

DASH = "–"


NO_TABLES: Mapping[int, int] = {}


@dataclass(frozen=True)
class Card:
    """A fixture as its card shows it; for a bye ``home`` is None."""

    away: Team
    home: Team | None
    away_score: str
    home_score: str
    winner: str
    state: str
    label: str
    detail: str
    url: str
    table: int | None = None


@dataclass(frozen=True)
class RoundCards:
    """A round with its cards."""

    round: RoundOfPlay
    cards: Sequence[Card]


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standings component; equal to another where both show the same figures, however
    the two clubs look."""

    rank: str
    team: Team = field(compare=False)
    url: str
    won: int
    lost: int
    pct: Any
    games_behind: Any
    runs_for: int
    runs_against: int
    run_difference: int
    home: str
    away: str
    against_upper: str
    against_lower: str
    expected: str
    one_run: str
    last_ten: str
    streak: str
    form: str
    highlight: bool
    evidence: str


@dataclass(frozen=True)
class Cell:
    """A cell of the cross-table."""

    text: str
    outcome: str
    url: str


@dataclass(frozen=True)
class CrossRow:
    """A row of the cross-table."""

    team: Team
    url: str
    cells: Sequence[Cell | None]


@dataclass(frozen=True)
class SeasonLine:
    """A meeting as a club's own page tells it; for a bye there is no opponent."""

    round: str
    at_home: bool
    opponent: Team | None
    opponent_url: str
    mark: str
    score: str
    detail: str
    state: str
    url: str
    table: int | None = None


def card(meeting: Meeting, label: str = "", tables: Mapping[int, int] = NO_TABLES) -> Card:
    """A meeting's card; the visitors stand first. ``tables``: the numbers of tables by series."""
    if meeting.away is None:
        return Card(meeting.home.team, None, "", "", "", "bye", label, "", "")
    begun = bool(meeting.finals)
    return Card(
        away=meeting.away.team,
        home=meeting.home.team,
        away_score=str(meeting.wins(meeting.away)) if begun else "",
        home_score=str(meeting.wins(meeting.home)) if begun else "",
        winner=meeting.winner,
        state=meeting.state,
        label=label,
        detail=_detail(meeting),
        url=series_url(meeting.series_id),
        table=None if meeting.is_complete else tables.get(meeting.series_id or 0),
    )


def _detail(meeting: Meeting) -> str:
    """The scores, and what has become of a series of a club that dropped out."""
    said = scores(meeting)
    if meeting.is_void and said:
        return f"{said}; thrown out"
    if meeting.called_off:
        return f"{said}; called off" if said else "a bye: one of them has dropped out"
    return said


def series_url(pk: int | None) -> str:
    """The address of a series. A page has hundreds of them, and all are alike."""
    return f"{_series_address()}{pk}/" if pk is not None else ""


@cache
def _series_address() -> str:
    return reverse("games:series", args=[0]).removesuffix("0/")


def round_cards(
    round_: RoundOfPlay,
    *,
    drawn: bool = False,
    brackets: Mapping[tuple[int, int], str] | None = None,
) -> RoundCards:
    """The cards of a round, byes last or as they were drawn; of a double elimination with the
    bracket of each (``brackets_of``), the winners' first, unless the round is called so."""
    meetings = round_.drawn if drawn else round_.meetings
    names = [(brackets or {}).get((round_.number, each.home.number), "") for each in meetings]
    found = [
        card(meeting, "" if name == round_.name else name)
        for meeting, name in zip(meetings, names, strict=True)
    ]
    return RoundCards(round_, sorted(found, key=lambda each: each.label, reverse=True))


def scores(meeting: Meeting) -> str:
    """The final games in a row, the visitors' runs first: ``6–4, 2–3``."""
    if meeting.away is None:
        return ""
    away, home = meeting.away.team_id, meeting.home.team_id
    return ", ".join(f"{game.runs_of(away)}{DASH}{game.runs_of(home)}" for game in meeting.finals)


def season_lines(
    tournament: Tournament,
    entrant: Entrant,
    meetings: Sequence[Meeting],
    tables: Mapping[int, int] = NO_TABLES,
) -> list[SeasonLine]:
    """A club's meetings with its own wins and runs first; ``tables`` as of ``card``."""
    lines = []
    for meeting in meetings:
        at_home = meeting.home == entrant
        other = meeting.away if at_home else meeting.home
        if other is None:
            lines.append(
                SeasonLine(meeting.round_mark, True, None, "", "", "", "", meeting.state, "")
            )
            continue
        mine, theirs = meeting.wins(entrant), meeting.wins(other)
        lines.append(
            SeasonLine(
                round=meeting.round_mark,
                at_home=at_home,
                opponent=other.team,
                opponent_url=team_url(tournament, other.number),
                mark=("W" if mine > theirs else "L" if mine < theirs else "T")
                if meeting.is_complete
                else "",
                score=f"{mine}{DASH}{theirs}" if meeting.finals else "",
                detail=", ".join(
                    f"{game.runs_of(entrant.team_id)}{DASH}{game.runs_of(other.team_id)}"
                    for game in meeting.finals
                ),
                state=meeting.state,
                url=series_url(meeting.series_id),
                table=None if meeting.is_complete else tables.get(meeting.series_id or 0),
            )
        )
    return lines


def games_in_words(count: int) -> str:
    """1 game, 3 games."""
    return "1 game" if count == 1 else f"{count} games"


def played_in_words(games: Sequence[Game]) -> str:
    """3 games, 1 shoot-out, or both: half-innings against each other are no games."""
    shot = sum(bool(game.series.settings.get("shootout")) for game in games)
    said = [games_in_words(len(games) - shot)] if len(games) > shot or not shot else []
    if shot:
        said.append("1 shoot-out" if shot == 1 else f"{shot} shoot-outs")
    return " and ".join(said)


def team_url(tournament: Tournament, number: int) -> str:
    """The address of a club's page in the tournament."""
    return reverse("tournaments:team", args=[tournament.slug, number])


def written(tally: Tally) -> str:
    """5–2, and 5–2–1 where games were tied."""
    return str(tally).replace("-", DASH)


def standings_rows(
    tournament: Tournament, lines: Sequence[StandingsLine], own: Collection[int] = ()
) -> list[StandingsRow]:
    """The rows of the standings; ``own`` are the ids of the clubs the visitor acts for."""
    rows = []
    for line in lines:
        record = line.row.record
        rows.append(
            StandingsRow(
                rank=line.row.place.label,
                team=line.entrant.team,
                url=team_url(tournament, line.entrant.number),
                won=record.overall.won,
                lost=record.overall.lost,
                pct=record.overall.pct,
                games_behind=line.row.games_behind,
                runs_for=record.runs_for,
                runs_against=record.runs_against,
                run_difference=record.run_difference,
                home=written(record.at_home),
                away=written(record.on_the_road),
                against_upper=written(line.row.against_upper),
                against_lower=written(line.row.against_lower),
                expected=record.expected.replace("-", DASH),
                one_run=written(record.one_run),
                last_ten=written(record.last_ten),
                streak=record.streak,
                form=line.form,
                highlight=line.entrant.team_id in own,
                evidence=line.row.place.evidence,
            )
        )
    return rows


def division_rows(
    league: League,
    divisions: Sequence[DivisionTable],
    own: Collection[int] = (),
    by: SortedBy | None = None,
) -> list[tuple[str, list[StandingsRow]]]:
    """The rows of each division under its heading, without one where there is only one; in the
    order of the law unless they are sorted ``by`` something."""
    return [
        (
            f"Division {division.number}" if len(divisions) > 1 else "",
            standings_rows(
                league.tournament,
                in_order(division.lines, by or SortedBy(), lambda line: line.row),
                own,
            ),
        )
        for division in divisions
    ]


def round_names(courses: Sequence[Course]) -> list[str]:
    """The foot of the race: the start, then the rounds."""
    rounds = len(courses[0].values) if courses else 1
    return ["0", *(str(number) for number in range(1, rounds))]


def chart_lines(tournament: Tournament, courses: Sequence[Course]) -> list[ChartLine]:
    """The lines of the race chart."""
    return [
        ChartLine(
            course.entrant.team.name,
            course.entrant.team.abbreviation,
            course.entrant.team.colour,
            course.values,
            team_url(tournament, course.entrant.number),
        )
        for course in courses
    ]


def runs_charts(entrant: Entrant, runs: Runs) -> dict[str, Any] | None:
    """A club's runs as its page draws them; nothing before a game is over."""
    if not runs.games:
        return None
    team = entrant.team

    def games(ident: str, title: str, counted: Sequence[int]) -> dict[str, Any]:
        return {"bars": bars(counted), "ident": ident, "title": title, "said": "{:.0f}".format}

    return {
        "known": runs.known,
        "games": runs.games,
        "own": Side(team.name, team.abbreviation, team.colour, tuple(runs.scored_by_inning)),
        "others": Side("Opponents", "Opp", "#7a7f78", tuple(runs.allowed_by_inning)),
        "scored": games("runs-scored", "Games by runs scored", runs.scored),
        "allowed": games("runs-allowed", "Games by runs allowed", runs.allowed),
        "innings": list(
            enumerate(zip(runs.scored_by_inning, runs.allowed_by_inning, strict=True), 1)
        ),
        "rows": [
            (name, int(scored), int(allowed))
            for (name, scored), (_, allowed) in zip(
                bars(runs.scored), bars(runs.allowed), strict=True
            )
        ],
    }


def cross_rows(tournament: Tournament, lines: Sequence[CrossLine]) -> list[CrossRow]:
    """The rows of the cross-table; a cell leads to the meetings of its two clubs."""
    schedule = reverse("tournaments:schedule", args=[tournament.slug])
    rows = []
    for line in lines:
        cells: list[Cell | None] = []
        for other, tally in zip(lines, line.tallies, strict=True):
            if tally is None:
                cells.append(None)
                continue
            pair = f"{schedule}?club={line.entrant.number}&against={other.entrant.number}"
            cells.append(Cell(written(tally) if tally.played else "·", outcome(tally), pair))
        rows.append(CrossRow(line.entrant.team, team_url(tournament, line.entrant.number), cells))
    return rows


def outcome(tally: Tally) -> str:
    """won, lost, even or open."""
    if not tally.played:
        return "open"
    above = tally.above_even
    return "won" if above > 0 else "lost" if above < 0 else "even"


def format_in_words(stage: Stage) -> str:
    """Double round robin, three-game series."""
    return stage.spec.told


def outlook(clubs: Sequence[Entrant], stage: Stage) -> str:
    """What a start would draw: 14 rounds, 56 series, 168 games."""
    if stage.kind != Stage.Kind.ROUND_ROBIN:
        return stage.spec.told
    sizes = Counter(club.division for club in clubs).values()
    series = sum(stage.legs * size * (size - 1) // 2 for size in sizes)
    rounds = stage.legs * max(size - 1 + size % 2 for size in sizes)
    if stage.spec.crossover and len(sizes) == 2:
        series += max(sizes)
        rounds += 1 - max(sizes) % 2
    return f"{rounds} rounds, {series} series, {series * stage.series_length} games"
