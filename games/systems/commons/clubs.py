"""Commons Baseball's implementation of the card game interface: decks of fifty batters and ten
pitchers.

A deck is a squad in its order; a game stores that order and the other deck's, from which players
may be lent (CB-121, CB-123).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from games.card_games.base import (
    CardGame,
    ClubBuilder,
    MeasuredLeague,
    Mound,
    Order,
    PlayerValue,
    Side,
    Stored,
    Trial,
)
from games.card_games.table_view import TableView
from games.engine.club import Club, Clubs
from games.engine.decisions import Choice, Decision
from games.engine.events import IN_TURN
from games.engine.folds.people import People
from games.engine.game_state import SIDE_NAMES, GameState
from games.engine.lineup import LineupState
from games.engine.options import Settings, Value
from games.engine.record import Record, game_at
from games.engine.runners import runners_on_base
from games.engine.situation import SLOTS, Situation
from games.rules.box_shapes import ERRORS, BoxShape
from games.systems.commons.deck_terms import deck_law
from games.systems.commons.decks.own import squad_problems
from games.systems.commons.maker import PINCH, card_of, make_batter, make_pitcher
from games.systems.commons.play.cards import CommonsBatter, CommonsPitcher
from games.systems.commons.play.club import (
    BATTERS,
    DECK_SIZE,
    PITCHERS,
    CommonsClub,
    CommonsPlayer,
    facing,
)
from games.systems.commons.play.decisions import LEND_BATTER, LEND_PITCHER, PINCH_HIT
from games.systems.commons.play.deck_law import REGULAR, DeckLaw, has_played_enough
from games.systems.commons.play.game import CommonsGame
from games.systems.commons.play.habits import Habits
from games.systems.commons.play.law import OWN
from games.systems.commons.play.state import CommonsState, SideState
from games.systems.commons.play.system import Commons
from games.systems.commons.table import table_view
from pitching.rules.sheet import Pitcher as StaffPitcher
from rosters.makers.base import HITTER, CardRow, Subject
from rosters.makers.invented import invented_subjects
from rosters.models import Card
from rosters.rules.lineups import LineUp
from rosters.rules.tendencies import Tendency

TENDENCIES: Final = (
    Tendency("out_gods", "Out gods", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("hit_gods", "Hit gods", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("advances", "Advances", "0 keeps them to the end; 10 plays one wherever it gains."),
    Tendency("challenges", "Challenges", "0 lets every god pass; 10 undoes the first that hurts."),
    Tendency("super_gods", "Super gods", "How readily one is taken and the other handed over."),
    Tendency("steals", "Stealing second", "0 never; 10 at odds that cost a little."),
    Tendency("bunts", "Bunting", "0 never; 10 where it costs a little."),
    Tendency("fences", "Swinging for the fences", "0 never; 10 where it costs a little."),
)
"""The tendencies that managers set for the computer manager (``play.habits.Habits``)."""

LENT = frozenset({LEND_BATTER.name, LEND_PITCHER.name})


ClubKey = tuple[str, tuple[int, ...], tuple[int, ...], tuple[tuple[str, int], ...]]
"""A club's name, its cards, those of the other deck, and its habits."""

LIKES: Final = frozenset(tendency.key for tendency in TENDENCIES)

ORDER: Final = Order(
    "Batters bat and pitchers pitch in this order, each card once.",
    "CB-005",
)


LENT_TO_ONE: Final = 2
"""Most players lent to a side: a batter and a pitcher."""

NEVER: Final = frozenset(
    {
        "strikeouts",
        "hit_by_pitch",
        "sacrifice_flies",
        "double_plays",
        "interferences",
        ERRORS,
    }
)
"""Statistics that this game does not have: all outs are alike, and there are no fielders."""


def box_shape(settings: Settings) -> BoxShape:
    """One line per card, in the order in which they came up."""
    return BoxShape(
        listed=True,
        most_batters=DECK_SIZE + LENT_TO_ONE,
        most_pitchers=PITCHERS + 1,
        lends_own=settings.get("lent_men") == OWN,
        never=NEVER,
        passed_over=_may_be_hit_for,
    )


def _may_be_hit_for(cells: Mapping[str, str]) -> bool:
    """CB-028: a card that shows two clubs may be pinch-hit for."""
    return cells.get("special") == PINCH


class CommonsClubs:
    """Builds clubs; every player and every deck is built once and cached."""

    def __init__(self, cards: Mapping[int, Card]) -> None:
        self._cards = cards
        self._players: dict[int, CommonsPlayer] = {}
        self._clubs: dict[ClubKey, CommonsClub] = {}
        self._judged: dict[tuple[tuple[int, ...], DeckLaw], Sequence[Refusal]] = {}

    def draw_up(self, away: Side, home: Side, settings: Settings) -> tuple[Stored, Stored]:
        """Both decks in order, batters first. Refused with everything that the law of decks finds
        wrong with either."""
        decks = [self._ordered(side.squad.cards) for side in (away, home)]
        refuse_all(
            Refusal(refusal.code, refusal.message, place, {**refusal.facts, "at": refusal.place})
            for deck, place in zip(decks, SIDE_NAMES, strict=True)
            for refusal in self._problems(deck, deck_law(settings))
        )
        return (
            {"cards": decks[0], "guests": decks[1]} | _habits_of(away),
            {"cards": decks[1], "guests": decks[0]} | _habits_of(home),
        )

    def club(self, name: str, stored: Stored, settings: Settings) -> Club:
        """Rebuild a stored deck. Players of the other deck are included where their cards are
        loaded; a caller who needs only one club loads none of them."""
        guests = stored["guests"]
        known = all(key in self._cards for key in guests)
        habits = tuple(stored.get("tendencies", {}).items())
        key = (name, tuple(stored["cards"]), tuple(guests) if known else (), habits)
        if key not in self._clubs:
            built = self._built(*key[:3])
            self._clubs[key] = replace(built, habits=Habits(**dict(habits)), is_sound=True)
        return self._clubs[key]

    def resumed(self, side: Side, stored: Stored, entries: int) -> Stored:
        """Unchanged: no player tires in this game."""
        return stored

    def staff(self, cards: Sequence[int]) -> Mapping[int, StaffPitcher]:
        """Empty: every pitcher has one inning, which no sheet keeps."""
        return {}

    def suggested(
        self,
        cards: Sequence[int],
        hand: str,
        without: Collection[int] = (),
        *,
        designated: bool = False,
    ) -> LineUp:
        """Refused: ``no-line-ups``, since players have no positions here."""
        raise Refused(
            Refusal("no-line-ups", "A deck has an order of fifty batters and no line-up.", "cards")
        )

    def tried(self, cards: Sequence[int], spots: LineUp, hand: str, games: int) -> Trial | None:
        return None

    def values(self, cards: Sequence[int], hand: str) -> Mapping[int, PlayerValue]:
        """Empty: no player has a value at a position."""
        return {}

    def worth_of_starts(self, cards: Sequence[int]) -> Mapping[int, float]:
        """Empty: every pitcher has one inning, and no start is worth more."""
        return {}

    def throws(self, card: int) -> str:
        return self._cards[card].throws

    def _problems(self, deck: list[int], law: DeckLaw) -> Sequence[Refusal]:
        """The problems of a deck, cached over all games it plays."""
        key = tuple(deck), law
        if key not in self._judged:
            self._judged[key] = squad_problems(deck, law)
        return self._judged[key]

    def _ordered(self, keys: Sequence[int]) -> list[int]:
        """Batters before pitchers, each kind in the order of the squad."""
        bat = [key for key in keys if self._cards[key].kind == HITTER]
        return bat + [key for key in keys if self._cards[key].kind != HITTER]

    def _built(self, name: str, keys: Sequence[int], guests: Sequence[int]) -> CommonsClub:
        players = [self._player(key) for key in keys]
        return CommonsClub(
            name,
            tuple(player for player in players if player.batter is not None),
            tuple(player for player in players if player.pitcher is not None),
            tuple(self._player(key) for key in guests),
        )

    def _player(self, key: int) -> CommonsPlayer:
        player = self._players.get(key)
        if player is None:
            card = self._cards[key]
            player = self._players[key] = player_of(
                card.name, card.bats, card.throws, card_of(_row(card))
            )
        return player


def _habits_of(side: Side) -> Stored:
    """The computer manager's habits for a club, its general ones overridden by the manager's
    instructions for this game, and the version of the instructions."""
    instructions = side.orders.instructions
    tendencies = {**side.squad.tendencies, **instructions.tendencies}
    stored: Stored = {}
    if habits := {key: value for key, value in tendencies.items() if key in LIKES}:
        stored["tendencies"] = habits
    if instructions.version:
        stored["laid_down"] = {"instructions": instructions.version}
    return stored


def _row(card: Card) -> CardRow:
    """The part of a card's row that games read."""
    return CardRow(
        key=str(card.pk),
        name=card.name,
        year=0,
        teams=(),
        kind=card.kind,
        bats=card.bats,
        throws=card.throws,
        positions=(),
        cells=card.cells,
    )


def player_of(
    name: str, bats: str, throws: str, card: CommonsBatter | CommonsPitcher
) -> CommonsPlayer:
    if isinstance(card, CommonsBatter):
        return CommonsPlayer(name, bats, throws, batter=card)
    return CommonsPlayer(name, bats, throws, pitcher=card)


class CommonsCards(CardGame):
    system_key = Commons.key
    has_line_ups = False
    has_table = True
    order = ORDER

    def builder(self, cards: Mapping[int, Card]) -> ClubBuilder:
        return CommonsClubs(cards)

    def exhibition(self) -> Clubs:
        """Two decks of the built-in fictional league."""
        return _exhibition()

    def staff_of(self, club: Club) -> Sequence[tuple[int, str]]:
        """The pitchers in their order."""
        return [(player, club.name_of(player)) for player in range(BATTERS + 1, DECK_SIZE + 1)]

    def taken_up(
        self, situation: Situation, clubs: Clubs, mounds: tuple[Mound, Mound]
    ) -> GameState:
        """The batting list continues at the place that is up, in its first round; the pitchers of
        earlier innings are used up in their order, except the current one."""
        runners = runners_on_base(situation, situation.up[situation.half])
        sides = []
        for side, mound in enumerate(mounds):
            due = situation.up[side]
            batted = set(range(1, due))
            if side == situation.half:
                batted |= {runner for runner in runners if runner}
            waiting = [
                player for player in range(BATTERS + 1, DECK_SIZE + 1) if player != mound.player
            ]
            worked = waiting[: min(situation.inning - 1, PITCHERS - 1)]
            sides.append(
                SideState(
                    used=tuple(sorted(batted)),
                    came_up=tuple(sorted(batted)),
                    spent=tuple(sorted([*worked, mound.player])),
                    worked=tuple(worked),
                    complete=tuple(worked),
                )
            )
        order = LineupState(tuple(range(1, SLOTS + 1)), (IN_TURN,) * SLOTS)
        return GameState(
            replace(situation, runners=runners),
            lineups=(order, order),
            pitching=(mounds[0].player, mounds[1].player),
            own=CommonsState((sides[0], sides[1]), chosen=situation.outs < 3),
        )

    def choice_in_words(
        self, decision: Decision, choice: Choice, side: int, people: People
    ) -> str | None:
        """A player's name for his number; a lent player is one of the chooser's."""
        if decision.name not in LENT | {PINCH_HIT.name} or not choice.key.isdigit():
            return None
        return people.name(side, int(choice.key))

    def table_view(self, record: Record) -> TableView | None:
        """Both cards, the dice and the god cards."""
        if record.clubs is None or not record.open:
            return None
        game = game_at(record)
        assert isinstance(game, CommonsGame)  # noqa: S101 - a record of this system
        return table_view(record, game)

    def measured_league(
        self,
        subjects: Iterable[Subject],
        games: int,
        seed: str,
        settings: Sequence[Mapping[str, Value]] = ({},),
    ) -> MeasuredLeague | None:
        """None: decks do not replay a season."""
        return None


@lru_cache(maxsize=1)
def _exhibition() -> tuple[CommonsClub, CommonsClub]:
    """Deal cards alternately, then leave out the better ones until each deck is under the cap."""
    batters: list[CommonsPlayer] = []
    pitchers: list[CommonsPlayer] = []
    for subject in invented_subjects("exhibition"):
        season = subject.season
        pitching, batting = season.pitching, season.batting
        if (
            pitching is not None
            and has_played_enough(pitching.outs, pitches=True, law=REGULAR)
            and subject.throws in ("L", "R")
        ):
            card = make_pitcher(pitching, subject.throws)
            pitchers.append(player_of(subject.name, subject.bats, subject.throws, card))
        elif (
            pitching is None
            and batting is not None
            and has_played_enough(batting.at_bats, pitches=False, law=REGULAR)
        ):
            batter_card = make_batter(batting, len(season.teams))
            batters.append(player_of(subject.name, subject.bats, subject.throws, batter_card))
    starters = [
        player for player in pitchers if player.pitcher is not None and not player.pitcher.reliever
    ]
    clubs = []
    for side, name in enumerate(("Visitors", "Home side")):
        batting_list = _of_middling_rank(batters[side::2], BATTERS)
        pitching_staff = _of_middling_rank(starters[side::2], PITCHERS)
        clubs.append(CommonsClub(name, batting_list, pitching_staff))
    away, home = facing(clubs[0], clubs[1])
    for club, place in ((away, "away"), (home, "home")):
        club.verify(place)
    return replace(away, is_sound=True), replace(home, is_sound=True)


def _of_middling_rank(players: Sequence[CommonsPlayer], many: int) -> tuple[CommonsPlayer, ...]:
    """The first ``many`` players, with the most expensive replaced by cheaper ones until their
    average rank is within the cap."""
    chosen, rest = list(players[:many]), list(players[many:])
    while sum(map(_rank, chosen)) > 5 * many and rest:
        dearest = max(range(many), key=lambda index: _rank(chosen[index]))
        cheaper = min(rest, key=_rank)
        rest.remove(cheaper)
        chosen[dearest] = cheaper
    return tuple(chosen)


def _rank(player: CommonsPlayer) -> int:
    card = player.batter or player.pitcher
    return card.rank if card is not None else 0
