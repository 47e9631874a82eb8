"""A report of a game that was played elsewhere, read off its Retrosheet event file.

Players are matched by name to the squads of the two clubs. What comes of it is a claim like one
that was typed, and it is held against the same law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.http import HttpRequest

from config.refusals import Refusal, Refused, refuse_all
from games.card_games.registry import box_shape
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REGULATION,
    TIE,
    WALK_OFF,
)
from games.engine.event_files.box import box_of_events
from games.engine.event_files.game import MOST_LETTERS, EventGame, read_game, with_identities
from games.engine.law import CommonLaw
from games.engine.situation import AWAY, HOME, TOP
from games.models import Series
from games.rules.endings import SUSPENDED, Stop, law_of, mercy_ends
from games.rules.reports import GameClaim
from games.seriesday.selectors.boxes import rosters_of
from games.told_boxes import claim_of_box
from rosters.matching import answered, doubled, names_among, posted_sheet
from rosters.models import Card

AS_THE_FILE_SAYS: Final = ""
CHOICES: Final = (
    (AS_THE_FILE_SAYS, "As the file ends"),
    ("away", "The visitors conceded"),
    ("home", "The home side conceded"),
    (SUSPENDED, "Suspended: not over"),
)
"""How the game ended: a file does not tell a concession from a game that is not over."""


def reads_event_files(series: Series) -> bool:
    """Whether its games have players at positions, as event files want."""
    shape = box_shape(series.system, series.settings)
    return shape is not None and not shape.listed


@dataclass(frozen=True, slots=True)
class PlayerOfFile:
    """A player of a file as a row of a sheet."""

    number: int
    text: str

    @property
    def place(self) -> str:
        """Where the name stands."""
        return f"line {self.number}"


@dataclass(frozen=True)
class EventFile:
    """An event file and the game that it has."""

    text: str
    game: EventGame

    def row(self, player: str) -> PlayerOfFile:
        """The line that names a player first."""
        return PlayerOfFile(self.game.lines[player], self.game.names[player])

    @property
    def rows(self) -> list[PlayerOfFile]:
        """Every player who played."""
        return [self.row(player) for side in (AWAY, HOME) for player in self.game.players(side)]


def read_event_file(series: Series, text: str) -> EventFile:
    """The event file of a game of a series. Refused: ``no-event-files`` for games without players
    at positions, and what ``read_game`` refuses."""
    if not reads_event_files(series):
        raise Refused(
            Refusal("no-event-files", "These games have no players at positions to be read of.")
        )
    return EventFile(text, read_game(text))


def posted_claim(request: HttpRequest, series: Series, number: int) -> GameClaim:
    """The claim of an event file that a page was sent."""
    file = read_event_file(series, posted_text(request)[0])
    return claim_of_event_file(
        series,
        number,
        file,
        ended=request.POST.get("ended", AS_THE_FILE_SAYS),
        meant=answered(request.POST, file.rows),
    )


def posted_text(request: HttpRequest) -> tuple[str, str]:
    """An event file that a page was sent, typed or as a file, and how the file was read. Refused
    as by ``decode_table``."""
    return posted_sheet(request, "event_file", MOST_LETTERS)


def claim_of_event_file(
    series: Series,
    number: int,
    file: EventFile,
    *,
    ended: str = AS_THE_FILE_SAYS,
    meant: Mapping[int, int] | None = None,
) -> GameClaim:
    """The claim that an event file makes of game ``number``, with its plays. ``ended`` is one of
    ``CHOICES``; ``meant`` says by line which card a doubtful name means.

    Refused: ``unknown-ending``, ``name-doubtful``, ``name-unknown`` and ``name-doubled``.
    """
    if ended not in dict(CHOICES):
        raise Refused(Refusal("unknown-ending", "Say how the game ended.", "ended"))
    game = file.game
    cards = _matched(series, number, file, meant or {})
    box = box_of_events(game, lambda side, player: cards[side][player])
    law = law_of(series.settings)
    stop = Stop(game.inning, game.half, game.outs)
    loser = {"away": AWAY, "home": HOME}.get(ended)
    ending = CONCEDED if loser is not None else ended or _ending(law, stop, game)
    innings = tuple(
        (*runs, *[None] * (game.inning - len(runs)))  # a turn that was not taken
        for runs in game.innings
    )
    keys = tuple({card: card for card in cards[side].values()} for side in (AWAY, HOME))
    claim = claim_of_box(box, (innings[0], innings[1]), ending, stop, (keys[0], keys[1]))
    known = {player: str(card) for side in cards for player, card in side.items()}
    return replace(claim, conceded_by=loser, event_file=with_identities(file.text, known))


def _ending(law: CommonLaw, stop: Stop, game: EventGame) -> str:
    """How a game ended by where it stopped; whether it may is the law's to say."""
    away, home = game.runs
    if stop.inning < law.innings:
        return MERCY if mercy_ends(law, stop, (away, home)) else REGULATION
    if stop.half == TOP:
        return HOME_LEADS
    if stop.outs < 3:
        return WALK_OFF
    if away == home:
        return TIE
    return EXTRA_INNINGS if stop.inning > law.innings else REGULATION


def _matched(
    series: Series, number: int, file: EventFile, meant: Mapping[int, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """By side the cards of everybody who played."""
    rosters = rosters_of(series, number)
    clubs = {series.home_id: series.home, series.away_id: series.away}
    matched: tuple[dict[str, int], dict[str, int]] = ({}, {})
    problems: list[Refusal] = []
    for side, team_id in enumerate(series.sides(number)):
        squad = rosters.squads[side] if rosters is not None else frozenset()
        names = names_among(
            Card.objects.filter(pk__in=squad), f"the squad of {clubs[team_id].name}"
        )
        rows: list[tuple[PlayerOfFile, int]] = []
        for player in file.game.players(side):
            row = file.row(player)
            card, _, problem = names.match(row, meant)
            if card is not None and card not in squad:
                problem = Refusal("not-in-squad", "That card is in the other squad.", row.place)
            if problem is not None:
                problems.append(problem)
            elif card is not None:
                matched[side][player] = card
                rows.append((row, card))
        problems += doubled(rows)
    refuse_all(problems)
    return matched
