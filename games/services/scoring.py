"""Record a game entry by entry: with real dice at a table, or online with the server's dice.

Every change is a longer transcript played again from the start; the row holds what the engine
makes of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from config.journal.services import record as log
from config.people.models import User
from games.asking import asked, spelled_out
from games.clubs import drawn_up, squads_for
from games.constraints import game_exists, one_game_per_number
from games.engine.refusals import Refusal, Refused
from games.engine.situation import START
from games.engine.table import CONCEDE, SIDE_NAMES, SUSPEND
from games.models import Game, Series
from games.records import is_throw, next_throw, stand, take
from games.seeds import fresh_seed
from games.services.changes import (
    BOTH_SIDES,
    locked_game,
    not_your_side,
    settle,
    tell_turn,
    verify_not_moved_on,
    write,
)

TABLE_DICE = "table"
SERVER_DICE = "server"


@dataclass(frozen=True)
class Seats:
    """Who throws the dice (people or the server) and for which sides the computer manages."""

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
    speaking_for: Collection[int] = BOTH_SIDES,
) -> Game:
    """Start game ``number`` of a series with the entries there are, none to all of them.

    ``speaking_for``: the sides whose decisions are the acting user's to take. Refused:
    ``no-such-game`` number, ``game-exists``, ``unknown-dice``, ``dice-are-the-servers``,
    ``not-your-side``, and whatever the engine refuses in the transcript, with the entry as place.
    Nothing is stored then.
    """
    online = seats.dice == SERVER_DICE
    if seats.dice not in (TABLE_DICE, SERVER_DICE):
        raise Refused(Refusal("unknown-dice", "Dice are thrown at the table or by the server."))
    if online and transcript:
        raise Refused(_servers_dice("entry 1"))
    with one_game_per_number(), transaction.atomic():
        series = (
            Series.objects.select_for_update(of=("self",))
            .select_related("home", "away")
            .get(pk=series_id)
        )
        _verify_number(series, number)
        away_id, home_id = series.sides(number)
        game = Game(
            series=series,
            number=number,
            away_id=away_id,
            home_id=home_id,
            source=Game.Source.ONLINE if online else Game.Source.SCORED,
            # Not derived from the series' seed, which others may know already.
            seed=fresh_seed() if online else "",
            away_managed=seats.away_managed,
            home_managed=seats.home_managed,
            situation=str(START),
            clubs=drawn_up(series, number, squads_for([series])),
            created_by=acting_user,
        )
        _verify_voice(transcript, 0, speaking_for)
        entries = spelled_out(game, (), transcript)
        take(game, stand(game, entries), now=timezone.now())
        game.save(force_insert=True)
        log(
            code="game-started",
            actor=acting_user,
            scope=series.scope,
            subject=game,
            new={
                "entries": len(game.entries),
                "dice": seats.dice,
                **({"commitment": game.commitment} if online else {}),
            },
        )
        if game.status != Game.Status.IN_PROGRESS:
            tell_turn(game, acting_user)
        settle(game, status_changed=True, acting_user=acting_user)
        return game


def add_entries(
    *,
    game_id: int,
    after: int,
    entries: Sequence[str],
    acting_user: User | None,
    speaking_for: Collection[int] = BOTH_SIDES,
) -> Game:
    """Add entries to a game whose transcript has ``after`` of them.

    Refused: ``transcript-moved-on`` (and the caller shows what somebody else has entered),
    ``game-over``, ``no-entries``, ``already-suspended``, ``not-your-side`` where the entries
    decide for a side that is not among ``speaking_for``, and what the engine refuses. With the
    server's dice one decision at a time: ``dice-are-the-servers``, ``one-at-a-time``,
    ``decision-not-open``.
    """
    with transaction.atomic():
        game = _open_game(game_id, after)
        if not entries:
            raise Refused(Refusal("no-entries", "There is nothing to enter."))
        if game.status == Game.Status.SUSPENDED and entries[0] == SUSPEND:
            raise Refused(Refusal("already-suspended", "The game is suspended already."))
        _verify_voice(entries, after, speaking_for)
        if game.source == Game.Source.ONLINE:
            _verify_answer(game, entries, after, speaking_for)
        write(game, spelled_out(game, game.entries, entries), acting_user=acting_user)
        return game


def throw_dice(*, game_id: int, after: int, acting_user: User | None) -> Game:
    """Have the server throw the dice that the game waits for.

    Refused: ``transcript-moved-on``, ``game-over``, ``dice-at-the-table`` where people throw, and
    ``decision-first`` while somebody has to decide.
    """
    with transaction.atomic():
        game = _open_game(game_id, after)
        if game.source != Game.Source.ONLINE:
            raise Refused(
                Refusal("dice-at-the-table", "The dice of this game are thrown by people.")
            )
        thrown = next_throw(game, game.entries)
        if not thrown:
            raise Refused(
                Refusal("decision-first", "Somebody has to decide before the next throw.")
            )
        write(game, [*game.entries, *thrown], acting_user=acting_user)
        return game


def _open_game(game_id: int, after: int) -> Game:
    game = locked_game(game_id)
    if game.is_final:
        raise Refused(
            Refusal(
                "game-over",
                "The game is over; it would have to be taken back first.",
                f"entry {after + 1}",
            )
        )
    verify_not_moved_on(game, after)
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
    if series.games.exclude(status=Game.Status.VOID).filter(number=number).exists():
        raise Refused(game_exists(number))


def _verify_voice(entries: Sequence[str], after: int, speaking_for: Collection[int]) -> None:
    """Nobody gives up for somebody else."""
    for number, entry in enumerate(entries, start=after + 1):
        name, _, side = entry.strip().partition("=")
        if name != CONCEDE or side not in SIDE_NAMES:
            continue
        if SIDE_NAMES.index(side) not in speaking_for:
            raise Refused(not_your_side(SIDE_NAMES.index(side), f"entry {number}"))


def _verify_answer(
    game: Game, entries: Sequence[str], after: int, speaking_for: Collection[int]
) -> None:
    """One answer to the question that is open, from the side that is asked.

    A throw that somebody types is refused unread: to compare it with the cup would tell what the
    cup is about to throw.
    """
    place = f"entry {after + 1}"
    if any(is_throw(entry.strip()) for entry in entries):
        raise Refused(_servers_dice(place))
    if len(entries) > 1:
        raise Refused(Refusal("one-at-a-time", "Online, decisions are taken one at a time.", place))
    name = entries[0].strip().partition("=")[0]
    if name in (CONCEDE, SUSPEND):
        return
    questions = asked(game).questions
    if not questions or questions[0].decision.name != name:
        raise Refused(
            Refusal(
                "decision-not-open",
                f"{entries[0]!r} answers no question that is open now.",
                place,
                {"open": [question.decision.name for question in questions]},
            )
        )
    if questions[0].side not in speaking_for:
        raise Refused(not_your_side(questions[0].side, place))


def _servers_dice(place: str) -> Refusal:
    return Refusal(
        "dice-are-the-servers",
        "The server throws the dice of this game; nobody enters them.",
        place,
    )
