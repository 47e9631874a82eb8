"""What every change of a recorded game has in common: the lock before it and the news after it."""

from collections.abc import Callable, Sequence

from django.utils import timezone

from config.journal.services import record as log
from config.live.services import poke
from config.people.models import User
from games.bells import ring
from games.engine.refusals import Refusal, Refused
from games.engine.situation import AWAY, HOME
from games.models import Game, Series
from games.records import stand, take
from games.topics import game_topic, series_topic

BOTH_SIDES = (AWAY, HOME)

TURNS = {
    Game.Status.FINAL: "game-final",
    Game.Status.SUSPENDED: "game-suspended",
    Game.Status.IN_PROGRESS: "game-resumed",
}
"""The log's word for a game that comes to this status."""


Allowed = Callable[[Game], bool]
"""Whether the acting user may do it to a game as it stands now."""


def anybody(game: Game) -> bool:
    """No question of rights: for jobs and tests."""
    return True


def locked_game(game_id: int, allowed: Allowed = anybody) -> Game:
    """The game, its series' row taken: whoever writes a game takes that first.

    Two games of one series that end at the same moment would otherwise each miss the other's end,
    and the series would never be complete. What only a director may do to a result is asked here
    once more, of the game as nobody else can change it now. Refused: ``game-void``,
    ``director-only``.
    """
    series = (
        Series.objects.select_for_update(of=("self",))
        .select_related("home", "away")
        .get(pk=Game.objects.values_list("series_id", flat=True).get(pk=game_id))
    )
    game = Game.objects.select_related("away", "home").get(pk=game_id)
    game.series = series
    if game.status == Game.Status.VOID:
        raise Refused(Refusal("game-void", "This game was taken off the books."))
    if not allowed(game):
        raise Refused(
            Refusal(
                "director-only",
                "Only a director takes back a result, or a game with entries off the books.",
            )
        )
    return game


def verify_not_moved_on(game: Game, after: int) -> None:
    """Two phones that score one game cannot both be right: the second is told."""
    written = len(game.entries)
    if after != written:
        raise Refused(
            Refusal(
                "transcript-moved-on",
                f"Somebody else was quicker: the transcript has {written} "
                f"entr{'y' if written == 1 else 'ies'} by now, not {after}.",
                f"entry {after + 1}",
                {"entries": written},
            )
        )


def write(
    game: Game, entries: Sequence[str], *, acting_user: User | None, says_so: bool = True
) -> None:
    """Give the game this transcript; with ``says_so`` log an end, a suspension or a resumption."""
    was = game.status
    take(game, stand(game, entries), now=timezone.now())
    game.save()
    if says_so and game.status != was:
        tell_turn(game, acting_user)
    settle(game, status_changed=game.status != was, acting_user=acting_user)


def tell_turn(game: Game, acting_user: User | None) -> None:
    """Log that the game ended, was suspended or goes on."""
    log(
        code=TURNS[Game.Status(game.status)],
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        new={"result": result_of(game), "reason": game.reason},
    )


def settle(game: Game, *, status_changed: bool, acting_user: User | None) -> None:
    """After a change: complete or reopen the series, and tell whoever watches.

    Everything that hangs on the series hears of beginnings and ends only, not of every throw.
    """
    series = game.series
    poke(game_topic(game), series_topic(series))
    if not status_changed:
        return
    poke(series.scope)
    finals = Game.objects.filter(series=series, status=Game.Status.FINAL).count()
    complete = finals == series.length
    if complete != (series.completed_at is not None):
        series.completed_at = timezone.now() if complete else None
        series.save(update_fields=["completed_at"])
        ring([series.scope], acting_user)


def result_of(game: Game) -> str:
    """The score, visitors first, for the log."""
    return f"{game.away_runs}-{game.home_runs}"


def not_your_side(side: int, place: str) -> Refusal:
    """Somebody decided for a side that is not theirs."""
    club = "the visitors" if side == AWAY else "the home side"
    return Refusal("not-your-side", f"This is for {club} to decide.", place)
