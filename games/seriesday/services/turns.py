"""Tell the director when a suspended game goes on before its turn (T33.0l)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from config.journal.services import log_action
from config.people.models import User
from games.models import Game
from games.rules.grounds import Grounds
from games.rules.remedies import OUT_OF_TURN, STAND
from games.seriesday.access import part_of
from games.seriesday.models import Ruling, RulingStep
from games.seriesday.services.finding import STILL, drop_ruling, open_found
from games.seriesday.topics import tell_watchers
from games.turns import PassedOver


def found_out_of_turn(
    game: Game, passed: Sequence[PassedOver], *, acting_user: User | None
) -> Ruling | None:
    """Open a ruling on a suspended game that goes on before its turn (T33.0l), in the caller's
    transaction; ``passed`` says which games came first, as it stood before.

    None is opened where nothing was passed over, where the house plays (no ``acting_user``), or
    while one about this game waits for the director. Where a director who manages neither club let
    the game go on, the ruling is closed at once: the game stands."""
    if not passed or acting_user is None or _waiting(game):
        return None
    ruling = open_found(
        game.series,
        OUT_OF_TURN,
        in_words(game, passed),
        grounds=Grounds(
            game=game.pk,
            number=game.number,
            before={str(each.order.team): [turn.game for turn in each.first] for each in passed},
        ),
    )
    log_action(
        code="game-out-of-turn",
        actor=acting_user,
        scope=game.series.scope,
        subject=game,
        new={"reason": ruling.facts, "rule": ruling.rule},
    )
    part = part_of(acting_user, game.series)
    if part.directs and not part.clubs:
        ruling.state, ruling.remedy, ruling.closed_at = Ruling.State.FINAL, STAND, timezone.now()
        ruling.save(update_fields=["state", "remedy", "closed_at"])
        RulingStep.objects.create(
            ruling=ruling,
            number=2,
            kind=RulingStep.Kind.RULED,
            by=acting_user,
            as_director=True,
            remedy=STAND,
            words="A director let the game go on.",
        )
    tell_watchers(game.series, game)
    return ruling


def waits_again(game: Game) -> None:
    """A game was taken back to where it was suspended: nothing went on before its turn. In the
    caller's transaction."""
    for ruling in _waiting(game):
        if ruling.state == Ruling.State.OPEN:
            drop_ruling(ruling, "The game was taken back to where it was suspended.")


def in_words(game: Game, passed: Sequence[PassedOver]) -> str:
    """Which game went on before which, as the ruling says it."""
    told = "; ".join(
        f"{each.order.club}: "
        + ("no d20 says whether before " if each.undecided else "before ")
        + ", ".join(f"{turn.name} ({turn.why})" for turn in each.first)
        for each in passed
    )
    return f"{game} went on before its turn. {told}."


def _waiting(game: Game) -> list[Ruling]:
    return list(
        Ruling.objects.filter(
            series=game.series, case=OUT_OF_TURN, state__in=STILL, details__game=game.pk
        )
    )
