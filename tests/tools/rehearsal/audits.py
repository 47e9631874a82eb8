"""What must always hold, asked after every act; the standings are reckoned anew from nothing."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from typing import Any

from games.card_games.registry import card_game
from pitching.models import Outing, SheetColumn
from rosters.models import RosterSpot
from tournaments.demo_event.event import AuditError, Event
from tournaments.models import Entrant, Tournament

GameData = Mapping[str, Any]


class Auditor:
    """Looks at everything, and remembers what it saw last."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.audits = 0
        self.seen = ""
        self.logged = ""
        self.verified: set[int] = set()

    def look(self, after: str) -> None:
        """Every audit. ``AuditError`` says which did not hold, and after which act."""
        self.audits += 1
        try:
            self._everything()
        except AuditError as error:
            raise AuditError(f"After {after}: {error}") from error

    def _everything(self) -> None:
        event = self.event
        games = event.games()
        stages = event.stages()
        table = event.spectator.get(event.at("standings/"))
        if table != event.director.get(event.at("standings/")):
            raise AuditError("the director sees another table than the spectator")
        final = [game for game in games if game["status"] == "final"]
        counting = series_of(stage for stage in stages if stage["kind"] in SEASON)
        counting -= thrown_out(stages)
        audit_table(table, [game for game in final if game["series"] in counting], event)
        audit_rounds(stages)
        audit_byes(event)
        audit_log(self, games, stages)
        self._verify_a_game(final)
        if event.plan.card_set:
            audit_squads(event.scope)
            if keeps_sheets(event):
                audit_sheets(event.scope, final, shootouts_of(event))

    def _verify_a_game(self, final: Sequence[GameData]) -> None:
        """Play again, from its transcript, one game a time that was not verified yet."""
        for game in final:
            if game["known"] == "transcript" and game["id"] not in self.verified:
                self.verified.add(game["id"])
                checks = self.event.spectator.get(f"/games/{game['id']}/verify/")
                if failed := [check["words"] for check in checks if not check["holds"]]:
                    raise AuditError(f"game {game['id']} does not come out the same: {failed}")
                return


SEASON = ("round-robin", "matchups")


def series_of(stages: Iterable[Mapping[str, Any]]) -> set[int]:
    """The series that are drawn in these stages."""
    return {meeting["series"] for meeting in meetings_of(stages) if meeting["series"]}


def thrown_out(stages: Iterable[Mapping[str, Any]]) -> set[int]:
    """The series whose results count for nothing: one of their clubs has dropped out (T0.08j)."""
    return {meeting["series"] for meeting in meetings_of(stages) if meeting["state"] == "void"}


def meetings_of(stages: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Everything that is drawn in these stages."""
    for stage in stages:
        for round_ in stage["rounds"]:
            yield from round_["meetings"]


def shootouts_of(event: Event) -> set[int]:
    """The series that are shoot-outs: they are on no sheet."""
    return {
        meeting["series"]
        for game in event.tie_games()
        if game["kind"] == "shoot-out"
        for meeting in game["meetings"]
    }


def audit_table(table: Sequence[Any], games: Sequence[GameData], event: Event) -> None:
    """Wins, losses and runs of every line are those of the games; sums are level; no club stands
    above a better record, and a club that is level with another has the reason for its place."""
    won, lost, tied, scored, allowed = (Counter[str]() for _ in range(5))
    for game in games:
        home, away = event.names[game["home"]], event.names[game["away"]]
        runs = {home: game["home_runs"], away: game["away_runs"]}
        for club, other in ((home, away), (away, home)):
            scored[club] += runs[club]
            allowed[club] += runs[other]
            won[club] += runs[club] > runs[other]
            lost[club] += runs[club] < runs[other]
            tied[club] += runs[club] == runs[other]
    for line in table:
        name, metrics = line["team"], line["metrics"]
        reckoned = {
            "won": won[name],
            "lost": lost[name],
            "runs_for": scored[name],
            "runs_against": allowed[name],
        }
        for key, value in reckoned.items():
            if metrics[key] != str(value):
                raise AuditError(f"{name}: {key} is {metrics[key]}, the games say {value}")
    audit_order(table, event)
    if won.total() != lost.total() or scored.total() != allowed.total():
        raise AuditError("wins and losses, or runs for and against, differ in sum")


RECORDS = {
    "pct": lambda won, lost, ties: Fraction(2 * won + ties, 2 * max(won + lost + ties, 1)),
    "above-even": lambda won, lost, ties: Fraction(won - lost),
    "wins": lambda won, lost, ties: Fraction(won),
}
"""What the first step of a tie order goes by, reckoned here from nothing."""


def audit_order(table: Sequence[Any], event: Event) -> None:
    """No club stands above a better record in its division, and one that is level with the next and
    still ranked apart has the reason for it."""
    first = event.director.get(event.at("tie-order/"))["steps"][0]["criterion"]
    record = RECORDS.get(first)
    if record is None:
        return
    divisions: dict[int, list[Any]] = defaultdict(list)
    for line in table:
        divisions[event.divisions[line["entrant"]]].append(line)
    for lines in divisions.values():
        # Who has not played has no record to compare.
        lines = [line for line in lines if any(_record(line))]
        values = [record(*_record(line)) for line in lines]
        for (above, better), (below, worse) in pairwise(zip(lines, values, strict=True)):
            if better < worse:
                raise AuditError(
                    f"{above['team']} stands above {below['team']} with a worse record"
                )
            level = better == worse and above["rank"] != below["rank"]
            if level and not (above["evidence"] or below["evidence"]):
                raise AuditError(f"nothing says why {above['team']} is above {below['team']}")


def _record(line: Mapping[str, Any]) -> tuple[int, int, int]:
    won, lost, tied = (int(line["metrics"][key]) for key in ("won", "lost", "tied"))
    return won, lost, tied


def audit_rounds(stages: Sequence[Mapping[str, Any]]) -> None:
    """No club is twice in a round, and rounds of the whole event are numbered once."""
    numbers: list[int] = []
    for stage in stages:
        for round_ in stage["rounds"]:
            numbers.append(round_["number"])
            there: Counter[int] = Counter()
            for meeting in round_["meetings"]:
                there.update(filter(None, (meeting["home"], meeting["away"])))
            if any(count > 1 for count in there.values()):
                raise AuditError(f"somebody is twice in round {round_['number']}")
    if any(one == other for one, other in pairwise(sorted(numbers))):
        raise AuditError("two rounds have one number")


def audit_byes(event: Event) -> None:
    """A club that is out has no opponents any more (T0.08l)."""
    drops = event.director.get(event.at("drops/"))
    out = {drop["club"] for drop in drops if drop["way"] in ("void", "kept")}
    if not out:
        return
    for round_ in event.schedule():
        for meeting in event.unplayed(round_):
            if there := {meeting["home"], meeting["away"]} & out:
                raise AuditError(f"No. {there.pop()} is out and has to play")


def audit_log(auditor: Auditor, games: Sequence[GameData], stages: Sequence[Any]) -> None:
    """Where anything differs from what was seen last, the log has grown."""
    event = auditor.event
    state = json.dumps([event.director.get(event.at("")), games, stages], sort_keys=True)
    seen = sha256(state.encode()).hexdigest()
    page = event.director.get(event.at("log/?page_size=1"))
    head = str(page["results"][:1])
    if seen != auditor.seen and head == auditor.logged:
        raise AuditError("something has changed, and the log does not tell of it")
    auditor.seen, auditor.logged = seen, head


def audit_squads(scope: str) -> None:
    """No card is in two squads of a division."""
    divisions = dict(
        Entrant.objects.filter(tournament=int(scope.partition(":")[2])).values_list(
            "team", "division"
        )
    )
    held = RosterSpot.objects.filter(squad__event__key=scope).values_list("squad__team", "card")
    found = Counter((divisions.get(team), card) for team, card in held)
    if twice := [card for (_, card), count in found.items() if count > 1]:
        raise AuditError(f"cards {twice[:5]} are in two squads of a division")


def keeps_sheets(event: Event) -> bool:
    """Whether its games go onto pitching sheets."""
    tournament = Tournament.objects.get(slug=event.slug)
    game = card_game(tournament.system)
    return game is not None and game.keeps_sheets(tournament.settings)


def audit_sheets(scope: str, final: Sequence[GameData], shootouts: set[int]) -> None:
    """Every game that is over stands on both clubs' sheets and no other does, and the outs that
    are written of its pitchers are those that its opponents made."""
    columns = SheetColumn.objects.filter(sheet__event__key=scope, key__startswith="game:").exclude(
        status=SheetColumn.Status.TAKEN_BACK
    )
    sides: dict[str, int] = defaultdict(int)
    for key in columns.filter(status=SheetColumn.Status.PLAYED).values_list("key", flat=True):
        sides[key] += 1
    wanted = {f"game:{game['id']}": 2 for game in final if game["series"] not in shootouts}
    if missing := sorted(key for key, both in wanted.items() if sides.get(key) != both):
        raise AuditError(f"these games are not on both sheets: {missing[:5]}")
    if spare := sorted(set(sides) - set(wanted) - unconfirmed(scope)):
        raise AuditError(f"these stand on sheets and are not over: {spare[:5]}")
    pitched: Counter[int] = Counter()
    rows = Outing.objects.filter(entry__column__in=columns)
    for column, entry, version, outs in rows.values_list(
        "entry__column", "entry__version", "entry__column__version", "outs"
    ):
        pitched[column] += outs if entry == version else 0
    for pk, key, outs in columns.values_list("pk", "key", "outs"):
        if pitched[pk] != outs:
            raise AuditError(f"{key}: {outs} outs were made, {pitched[pk]} are somebody's")


def unconfirmed(scope: str) -> set[str]:
    """Games that one side has reported: they are on the sheets and count for nothing else."""
    from games.models import Game

    found = Game.objects.filter(series__event__key=scope, status=Game.Status.REPORTED)
    return {f"game:{pk}" for pk in found.values_list("pk", flat=True)}
