"""A report of a game that was played elsewhere, read off its Retrosheet event file.

Players are matched by name to the squads of the two clubs. What comes of it is a claim like one
that was typed, and it is held against the same law.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import decode_table
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
from rosters.matching import answered, doubled, names_among
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
class _Player:
    """A player of a file as a row of a sheet."""

    number: int
    text: str

    @property
    def place(self) -> str:
        """Where the name stands."""
        return f"line {self.number}"


def posted_claim(request: HttpRequest, series: Series, number: int) -> GameClaim:
    """The claim of an event file that a page was sent."""
    return claim_of_event_file(
        series,
        number,
        posted_text(request),
        ended=request.POST.get("ended", AS_THE_FILE_SAYS),
        meant=answered(request.POST),
    )


def posted_text(request: HttpRequest) -> str:
    """An event file that a page was sent: typed, or as a file. Refused: ``not-utf-8``."""
    brought = request.FILES.get("file")
    if isinstance(brought, UploadedFile):
        brought.seek(0)
        return decode_table(brought.read(MOST_LETTERS + 1))
    return request.POST.get("event_file", "")


def claim_of_event_file(
    series: Series,
    number: int,
    text: str,
    *,
    ended: str = AS_THE_FILE_SAYS,
    meant: Mapping[int, int] | None = None,
) -> GameClaim:
    """The claim that an event file makes of game ``number``, with its plays. ``ended`` is one of
    ``CHOICES``; ``meant`` says by line which card a doubtful name means.

    Refused: ``no-event-files`` for games without players at positions, ``unknown-ending``, what
    ``read_game`` refuses, ``name-doubtful``, ``name-unknown`` and ``name-doubled``.
    """
    if not reads_event_files(series):
        raise Refused(
            Refusal("no-event-files", "These games have no players at positions to be read of.")
        )
    if ended not in dict(CHOICES):
        raise Refused(Refusal("unknown-ending", "Say how the game ended.", "ended"))
    game = read_game(text)
    cards = _matched(series, number, game, meant or {})
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
    return replace(claim, conceded_by=loser, event_file=with_identities(text, known))


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
    series: Series, number: int, game: EventGame, meant: Mapping[int, int]
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
        rows: list[tuple[_Player, int]] = []
        for player in game.players(side):
            row = _Player(game.lines[player], game.names[player])
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
