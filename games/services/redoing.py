"""Redo: put back the entries that were undone last."""

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused
from games.access import verify_scores
from games.models import Game
from games.records import is_throw
from games.rules.taken_back import to_redo
from games.selectors import voided_tails
from games.services.scoring import enter, open_game


def undone(game: Game) -> tuple[str, ...]:
    """The entries that redo would put back into a game now; none where they are not known any more.

    Where the computer manages a side it decides anew by itself, so that the first entry, which was
    a person's, is all there is to put back; more than one throw was a rewind, and stays off.
    """
    tails = [(tail.entry, tail.entries.split()) for tail in voided_tails(game)]
    words = to_redo(game.entries, tails)
    if not (game.away_managed or game.home_managed):
        return words
    return words[:1] if sum(map(is_throw, words)) <= 1 else ()


def redo_last(*, game_id: int, after: int, acting_user: User) -> Game:
    """Put back what was taken back last, as if it were entered again.

    Refused: ``nothing-to-redo``, and everything that ``add_entries`` refuses: online nobody puts
    back what is the other side's decision.
    """
    with transaction.atomic():
        game = open_game(game_id, after)
        rights = verify_scores(acting_user, game.series, game.number)
        words = undone(game)
        if not words:
            raise Refused(Refusal("nothing-to-redo", "Nothing was taken back just before."))
        enter(game, words, acting_user=acting_user, speaking_for=rights.speaks_for)
        log_action(
            code="game-redone",
            actor=acting_user,
            scope=game.series.scope,
            subject=game,
            new={"entries": len(game.entries)},
        )
        return game
