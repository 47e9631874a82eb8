"""Record a game entry by entry: with real dice at a table, or online with the server's dice.

Every change is a longer transcript played again from the start; the row holds what the engine
makes of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.access import verify_scores
from games.clubs import Squads
from games.constraints import game_exists, one_game_per_number
from games.engine.club import Clubs
from games.engine.situation import START
from games.engine.state_files import read_state, state_as_json
from games.engine.table import CONCEDE, SIDE_NAMES, SUSPEND
from games.hooks import SeriesBegan, WentOn, orders_said, tell
from games.models import Game, Series
from games.records import is_throw, replay_with_managers, store_record, with_next_throw
from games.resuming import allow_anew
from games.seeds import fresh_seed
from games.selectors import winners
from games.services.calling_off import verify_goes_on
from games.services.changes import (
    BOTH_SIDES,
    complete_series,
    hold_for_others,
    locked_game,
    not_your_side,
    report_end,
    tell_turn,
    verify_has_plays,
    verify_not_moved_on,
    verify_rules,
    write,
)
from games.services.clocks import start_clock
from games.services.rewinding import make_room, waiting_game
from games.services.waits import verify_may_suspend
from games.sheets import Sheets, write_sheets
from games.standing_orders import house_allowed, word_in
from games.suspending import suspension_refusals
from games.turns import passed_over

TABLE_DICE = "table"
SERVER_DICE = "server"


@dataclass(frozen=True)
class Seats:
    """Who throws the dice (people or the server), and which sides the computer manages."""

    dice: str = TABLE_DICE
    away_managed: bool = False
    home_managed: bool = False


def record_game(
    *,
    series_id: int,
    number: int,
    transcript: Sequence[str],
    acting_user: User | None,
    seats: Seats = Seats(),
    beginning: object = None,
) -> Game:
    """Start game ``number`` of a series with the entries there are, none to all of them.

    ``beginning``: the state from which a director has it played, as plain values
    (``games.engine.state_files``), where not from the first pitch: a game whose first part was
    played elsewhere, or is played once more from some point. Refused: ``not-your-game``,
    ``director-only``, ``no-such-game`` number, ``game-exists``, ``unknown-dice``,
    ``dice-are-the-servers``, ``not-your-side``, ``house-not-allowed`` where the computer is to
    manage for a club that has not allowed it, ``not-confirmed`` where starters or line-ups have
    still to be confirmed (T0.13), ``no-suspension`` (T33.0g), and whatever the engine refuses in
    the transcript, with the entry as place. Nothing is stored then; nor where the game cannot stand
    as its ``beginning`` says, every fault with its field as place.
    """
    with one_game_per_number(), transaction.atomic():
        series = Series.objects.locked().get(pk=series_id)
        rights = verify_scores(acting_user, series, number)
        if beginning is not None and not rights.may_direct:
            sentence = "Only a director has a game begin in the middle."
            raise Refused(Refusal("director-only", sentence, "beginning"))
        return begin_game(
            series,
            number,
            transcript,
            acting_user=acting_user,
            seats=seats,
            speaking_for=rights.speaks_for,
            beginning=beginning,
        )


def begin_game(
    series: Series,
    number: int,
    transcript: Sequence[str],
    *,
    acting_user: User | None,
    seats: Seats,
    speaking_for: Collection[int],
    beginning: object = None,
) -> Game:
    """``record_game`` of a locked series, in the transaction of an act that settles who may: a game
    of practice begins before anybody sits at it. ``speaking_for``: whose decisions are taken."""
    online = seats.dice == SERVER_DICE
    if seats.dice not in (TABLE_DICE, SERVER_DICE):
        raise Refused(Refusal("unknown-dice", "Dice are thrown at the table or by the server."))
    if online and transcript:
        raise Refused(servers_dice("entry 1"))
    verify_goes_on(series)
    _verify_seats(series, number, seats, speaking_for)
    passed = passed_over(series, waiting_game(series, number))
    make_room(series=series, number=number, acting_user=acting_user)
    _verify_number(series, number)
    squads = Squads()
    squads.read([series])
    game = _new_game(series, number, squads, seats, acting_user, lock=True)
    # Not derived from the series' seed, which others may know already.
    game.seed = fresh_seed() if online else ""
    game.created_by = acting_user
    if beginning is not None:
        _begin_from(game, beginning, squads)
    _verify_voice(transcript, 0, speaking_for)
    verify_suspension(series, transcript)
    store_record(game, replay_with_managers(game, (), transcript), now=timezone.now())
    hold_for_others(game, acting_user)
    game.save(force_insert=True)
    if not series.games.exclude(pk=game.pk).exists():
        tell(SeriesBegan([series]))
    log_action(
        code="game-started",
        actor=acting_user,
        scope=series.scope,
        subject=game,
        new={
            "entries": len(game.entries),
            "dice": seats.dice,
            **({"commitment": game.commitment} if online else {}),
            **({"from": game.situation} if game.beginning else {}),
        },
    )
    if game.status != Game.Status.IN_PROGRESS:
        tell_turn(game, acting_user)
        write_sheets(game, acting_user=acting_user)
    start_clock(game)
    tell(WentOn(game, passed, acting_user))
    complete_series(game, status_changed=True, acting_user=acting_user)
    report_end(game, acting_user)
    return game


def clubs_before(*, series: Series, number: int, seats: Seats) -> Clubs | None:
    """Both clubs as they would begin a game now, drawn up from their plans, for a director.
    ``None`` without cards. Refused as in ``record_game``: where a squad cannot play, and
    ``not-confirmed``."""
    squads = Squads()
    squads.read([series])
    return squads.clubs(_new_game(series, number, squads, seats, None, lock=False))


def _new_game(
    series: Series,
    number: int,
    squads: Squads,
    seats: Seats,
    acting_user: User | None,
    *,
    lock: bool,
) -> Game:
    """A game with its clubs drawn up, nothing thrown; with ``lock`` their sheets are locked.
    ``acting_user`` is told what is missing."""
    clubs = {series.home_id: series.home, series.away_id: series.away}
    away_id, home_id = series.sides(number)
    managed = seats.away_managed, seats.home_managed
    game = Game(
        series=series,
        number=number,
        away=clubs[away_id],
        home=clubs[home_id],
        source=Game.Source.ONLINE if seats.dice == SERVER_DICE else Game.Source.SCORED,
        away_managed=seats.away_managed,
        home_managed=seats.home_managed,
        situation=str(START),
        clubs=squads.draw_up(
            series,
            number,
            Sheets([series], lock=lock),
            managed,
            orders_said(series, number, managed, acting_user),
        ),
    )
    game.take_batting_orders()
    return game


def _verify_seats(series: Series, number: int, seats: Seats, speaking_for: Collection[int]) -> None:
    """The computer manages for the clubs that the user acts for, and for others where they have
    allowed it."""
    managed = (seats.away_managed, seats.home_managed)
    others = [side for side in BOTH_SIDES if managed[side] and side not in speaking_for]
    if not others or not 1 <= number <= series.length:
        return
    allowed = house_allowed(series)
    clubs = {series.home_id: series.home, series.away_id: series.away}
    refuse_all(
        Refusal(
            "house-not-allowed",
            f"The people of {clubs[team_id].name} have not said that the house may manage for "
            "them; they can, on this page.",
            f"{SIDE_NAMES[side]}_managed",
        )
        for side in others
        if (team_id := series.sides(number)[side]) not in allowed
    )


def _begin_from(game: Game, beginning: object, squads: Squads) -> None:
    series = game.series
    state = read_state(series.system, beginning, series.settings, squads.clubs(game))
    game.beginning = state_as_json(series.system, state)
    game.situation = str(state.situation)


def add_entries(
    *,
    game_id: int,
    after: int,
    entries: Sequence[str],
    acting_user: User | None,
) -> Game:
    """Add entries to a game whose transcript has ``after`` of them.

    Refused: ``not-your-game``, ``transcript-moved-on`` (and the caller shows what somebody else has
    entered), ``game-over``, ``no-entries``, ``already-suspended``, ``no-suspension`` (T33.0g),
    ``suspension-not-agreed`` online, ``not-your-side`` where the entries decide for a side that the
    user does not speak for, and what the engine refuses. With the server's dice one decision at a
    time: ``dice-are-the-servers``, ``one-at-a-time``, ``decision-not-open``.
    """
    with transaction.atomic():
        game = open_game(game_id, after)
        rights = verify_scores(acting_user, game.series, game.number)
        enter(game, entries, acting_user=acting_user, speaking_for=rights.speaks_for)
        return game


def enter(
    game: Game,
    entries: Sequence[str],
    *,
    acting_user: User | None,
    speaking_for: Collection[int],
) -> None:
    """``add_entries`` for a game that is locked and may go on, in the caller's transaction."""
    if not entries:
        raise Refused(Refusal("no-entries", "There is nothing to enter."))
    if game.status == Game.Status.SUSPENDED and entries[0] == SUSPEND:
        raise Refused(Refusal("already-suspended", "The game is suspended already."))
    after = len(game.entries)
    # What takes a choice may be several words; see ``Question.entry``.
    entries = [word for entry in entries for word in entry.split()]
    _verify_voice(entries, after, speaking_for)
    allow_anew(game)
    verify_suspension(game.series, entries)
    if entries[-1].strip() == SUSPEND:
        verify_may_suspend(game, speaking_for)
    if game.source == Game.Source.ONLINE:
        verify_answer(game, entries, after, speaking_for)
    passed = passed_over(game.series, game)
    record = replay_with_managers(game, game.entries, entries)
    write(game, record, acting_user=acting_user)
    tell(WentOn(game, passed, acting_user))


def throw_dice(*, game_id: int, after: int, acting_user: User | None) -> Game:
    """Have the server throw the dice that the game waits for.

    Refused: ``not-your-game``, ``transcript-moved-on``, ``game-over``, ``dice-at-the-table`` where
    people throw, and ``decision-first`` while a manager has to decide.
    """
    with transaction.atomic():
        game = open_game(game_id, after)
        verify_scores(acting_user, game.series, game.number)
        if game.source != Game.Source.ONLINE:
            raise Refused(
                Refusal("dice-at-the-table", "The dice of this game are thrown by people.")
            )
        allow_anew(game)
        record = with_next_throw(game)
        if record is None:
            raise Refused(
                Refusal("decision-first", "A manager has to decide before the next throw.")
            )
        passed = passed_over(game.series, game)
        write(game, record, acting_user=acting_user)
        tell(WentOn(game, passed, acting_user))
        return game


def open_game(game_id: int, after: int) -> Game:
    """A game that goes on, locked, with ``after`` entries. Refused: ``transcript-moved-on``,
    ``game-over``, ``no-plays``, ``rules-changed``."""
    game = locked_game(game_id)
    verify_has_plays(game)
    if game.is_over:
        raise Refused(
            Refusal(
                "game-over",
                "The game is over; it would have to be taken back first.",
                f"entry {after + 1}",
            )
        )
    verify_not_moved_on(game, after)
    verify_rules(game)
    return game


def _verify_number(series: Series, number: int) -> None:
    if not 1 <= number <= series.length:
        raise Refused(
            Refusal(
                "no-such-game",
                f"The series has games 1 to {series.length}, not {number}.",
                "number",
            )
        )
    if series.game(number) is not None:
        raise Refused(game_exists(number))
    refuse_all(decided_refusals(series))


def decided_refusals(series: Series) -> list[Refusal]:
    """Why no other game of a series begins: ``series-decided``."""
    if series.ends_when_decided and series.is_decided(winners(series)):
        sentence = "The series is decided; nothing more is played."
        return [Refusal("series-decided", sentence, "number")]
    return []


def _verify_voice(entries: Sequence[str], after: int, speaking_for: Collection[int]) -> None:
    """Refuse entries that give up for another club."""
    for number, entry in enumerate(entries, start=after + 1):
        name, _, side = entry.strip().partition("=")
        if name != CONCEDE or side not in SIDE_NAMES:
            continue
        if SIDE_NAMES.index(side) not in speaking_for:
            raise Refused(not_your_side(SIDE_NAMES.index(side), f"entry {number}"))


def verify_suspension(series: Series, entries: Sequence[str]) -> None:
    """T33.0g, q: no game is suspended where the edition's law of series does not let it."""
    if entries and entries[-1].strip() == SUSPEND:
        refuse_all(suspension_refusals(series))


def verify_answer(
    game: Game, entries: Sequence[str], after: int, speaking_for: Collection[int]
) -> None:
    """Online: one answer to the question that is open, from the side that is asked.

    Refused: ``dice-are-the-servers``, ``one-at-a-time``, ``not-your-side``, ``decision-not-open``.
    A throw that a user types is refused unread: to compare it with the stream would tell what
    is about to be thrown.
    """
    place = f"entry {after + 1}"
    if any(is_throw(entry.strip()) for entry in entries):
        raise Refused(servers_dice(place))
    if len(entries) > 1:
        raise Refused(Refusal("one-at-a-time", "Online, decisions are taken one at a time.", place))
    name = entries[0].strip().partition("=")[0]
    if name in (CONCEDE, SUSPEND):
        return
    word = word_in(game, speaking_for)
    if any(each.question.decision.name == name for each in word.heard):
        return
    if word.waits is not None and word.waits.decision.name == name:
        raise Refused(not_your_side(word.waits.side, place))
    names = [each.question.decision.name for each in word.heard]
    raise Refused(
        Refusal(
            "decision-not-open",
            f"{entries[0]!r} answers no question that is open now.",
            place,
            {"open": names if word.waits is None else [*names, word.waits.decision.name]},
        )
    )


def servers_dice(place: str) -> Refusal:
    return Refusal(
        "dice-are-the-servers",
        "The server throws the dice of this game; they are not entered.",
        place,
    )
