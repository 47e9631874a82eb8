"""What every service that changes a recorded game shares: the lock before the change and the news
after it."""

from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.hooks import (
    EndScored,
    ResultsChanged,
    SeriesEnded,
    StatusChanged,
    is_confirmed_by_others,
    tell,
)
from games.models import Game, Series
from games.records import reads_as_before, store_record
from games.selectors import winners
from games.services.calling_off import ended
from games.services.clocks import keep_clock
from games.sheets import take_off_sheets, write_sheets
from games.topics import game_topic, series_topic
from rosters.models import Team

BOTH_SIDES = (AWAY, HOME)

TURNS = {
    Game.Status.FINAL: "game-final",
    Game.Status.REPORTED: "game-reported",
    Game.Status.SUSPENDED: "game-suspended",
    Game.Status.IN_PROGRESS: "game-resumed",
}
"""The log's word for a game that comes to this status."""


def locked_game(game_id: int) -> Game:
    """The game, its series' row locked: every writer of a game locks that first.

    Two games of one series that end at the same moment would otherwise each miss the other's end,
    and the series would never be complete. Who may do what to it is asked of the game that this
    returns, as no other request can change it now. Refused: ``called-off``, ``game-void``.
    """
    series = Series.objects.locked().get(games=game_id)
    game = Game.objects.get(pk=game_id)
    refuse_all(ended(series, game))
    game.stands_in(series)
    return game


def verify_not_moved_on(game: Game, after: int) -> None:
    """Refuse entries made upon an older transcript: of two phones that score one game the slower
    one is told."""
    written = len(game.entries)
    if after != written:
        raise Refused(
            Refusal(
                "transcript-moved-on",
                "Another page acted first, and nothing of yours was entered. What is shown here "
                "is how the game stands now.",
                f"entry {after + 1}",
                {"entries": written},
            )
        )


def verify_has_plays(game: Game) -> None:
    """Refuse to add to, or take off, a game whose plays were not written down: ``no-plays``."""
    if not game.has_plays:
        raise Refused(
            Refusal(
                "no-plays",
                "Of this game only the result is known; it is reported, not recorded.",
            )
        )


def verify_rules(game: Game) -> None:
    """A game goes on under the rules that it was begun under, or under later ones that make the
    same of it; ``rules-changed`` otherwise, for its past would change as well."""
    if not reads_as_before(game):
        raise Refused(
            Refusal(
                "rules-changed",
                f"The game was begun under version {game.system_version} of its rules; version "
                f"{game.series.system.version}, which is played here now, reads it otherwise.",
            )
        )


def write(game: Game, record: Record, *, acting_user: User | None, says_so: bool = True) -> None:
    """Store the game as it stands in this record; with ``says_so`` log an end, a suspension or a
    resumption."""
    was = game.status
    store_record(game, record, now=timezone.now())
    hold_for_others(game, acting_user)
    game.save()
    if says_so and game.status != was:
        tell_turn(game, acting_user)
    keep_sheets(game, was, taken_back=not says_so, acting_user=acting_user)
    keep_clock(game)
    complete_series(game, status_changed=game.status != was, acting_user=acting_user)
    report_end(game, acting_user)


def hold_for_others(game: Game, acting_user: User | None) -> None:
    """Let the end of a game that one side alone scored wait for the other side's word; nothing is
    saved."""
    if not game.is_final or game.source != Game.Source.SCORED or acting_user is None:
        return
    if is_confirmed_by_others(game, acting_user):
        game.status, game.finished_at = Game.Status.REPORTED, None


def report_end(game: Game, acting_user: User | None) -> None:
    """Ask the other side about a game that waits for its word."""
    if game.waits_for_confirmation and acting_user is not None:
        tell(EndScored(game, acting_user))


def keep_sheets(
    game: Game, was: str, *, taken_back: bool = False, acting_user: User | None
) -> None:
    """Both clubs' pitching sheets follow the game: what was pitched once it is over or suspended,
    and nothing once that is taken back. While a suspended game goes on, they say what was pitched
    before."""
    if game.is_over or game.status == Game.Status.SUSPENDED:
        write_sheets(game, acting_user=acting_user)
    elif taken_back and was != Game.Status.IN_PROGRESS:
        take_off_sheets(game, reason="The game was taken back.", acting_user=acting_user)


def tell_turn(game: Game, acting_user: User | None) -> None:
    """Log that the game ended, was suspended or was resumed."""
    log_action(
        code=TURNS[Game.Status(game.status)],
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        new={"result": result_of(game), "reason": game.reason},
    )


def complete_series(game: Game, *, status_changed: bool, acting_user: User | None) -> None:
    """After a change: complete or reopen the series, and publish it to everybody who watches.

    Everything that hangs on the series hears of beginnings and ends only, not of every throw.
    """
    series = game.series
    publish(game_topic(game), series_topic(series))
    if not status_changed:
        return
    publish(series.scope)
    tell(StatusChanged(game))
    won = winners(series)
    complete = len(won) == series.length or series.is_decided(won)
    if complete != (series.completed_at is not None):
        series.completed_at = timezone.now() if complete else None
        series.save(update_fields=["completed_at"])
        if complete:
            tell(SeriesEnded(series))
    elif not complete:
        return
    # Told too where a result of a series that stays complete was corrected.
    tell(ResultsChanged([series.scope], acting_user))


def result_of(game: Game) -> str:
    """The score with the names of the clubs, visitors first, for the log."""
    return score_of(game.away, game.away_runs, game.home, game.home_runs)


def score_of(away: Team, away_runs: int, home: Team, home_runs: int) -> str:
    """A score with the names of the clubs: who tells it afterwards need not know who visited."""
    return f"{away} {away_runs}, {home} {home_runs}"


def not_your_side(side: int, place: str) -> Refusal:
    """The refusal for a decision made for a side that is not the user's."""
    club = "the visitors" if side == AWAY else "the home side"
    return Refusal("not-your-side", f"This is for {club} to decide.", place)
