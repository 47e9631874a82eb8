"""Services that declare starters and set how an event keeps pitching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people import scopes
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.planning.board import Ahead, PlanBoard, event_rules
from games.planning.models import DeclaredStart, EventRules
from games.planning.services.lineups import locked_squad
from games.services.calling_off import verify_event_goes_on
from games.topics import squad_topic
from pitching.rules.wording import told
from pitching.services.sheets import set_bullpen_resets
from rosters.models import Squad

Declared = EventRules.Declared


def declare_starts(
    *,
    squad: Squad,
    starts: Mapping[int, int],
    acting_user: User,
    seen: Mapping[int, int] | None = None,
) -> list[DeclaredStart]:
    """Declare the starters of the club's games, by column; 0 withdraws a declaration. All changes
    are saved, or none.

    Each starter is verified against the sheet and all other declarations, before and after his
    game, since series may be played out of order. ``seen``: the declarations that the user last
    saw.

    Refused: ``not-your-club``, ``no-such-game``, ``game-begun``, ``declared-since`` where another
    starter has been declared since, ``rotation-stands`` where the event no longer allows changes,
    ``no-such-pitcher``, and ``starter-not-eligible`` with the reason.
    """
    with transaction.atomic():
        board = PlanBoard(locked_squad(squad.pk, acting_user))
        directs = scopes.may_direct(acting_user, board.squad.scope)
        games = {game.column: game for game in board.schedule}
        now = dict(board.plan.starts)
        changed = {column: card for column, card in starts.items() if now.get(column, 0) != card}
        refuse_all(
            problem
            for column in sorted(changed)
            if (problem := _too_late(board, games.get(column), column, directs)) is not None
        )
        refuse_all(
            Refusal(
                "declared-since",
                f"Somebody else was declared for game {column} while this page was open: "
                f"{_name(board, now.get(column, 0))}.",
                f"game {column}",
                {"card": now.get(column, 0)},
            )
            for column in sorted(changed)
            if column in (seen or {}) and (seen or {})[column] != now.get(column, 0)
        )
        after = {column: card for column, card in (now | changed).items() if card}
        refuse_all(
            problem
            for column, card in sorted(changed.items())
            if card and (problem := _not_his_turn(board, card, column, after)) is not None
        )
        DeclaredStart.objects.filter(squad=board.squad, column__in=changed).delete()
        written = DeclaredStart.objects.bulk_create(
            DeclaredStart(
                squad=board.squad,
                column=column,
                card_id=card,
                declared_by=acting_user,
                declared_at=timezone.now(),
            )
            for column, card in sorted(changed.items())
            if card
        )
        if changed:
            log_action(
                code="starts-declared",
                actor=acting_user,
                scope=board.squad.scope,
                subject=board.squad,
                new={"games": sorted(changed)},
            )
            publish(squad_topic(board.squad))
        return written


def declare_usual(
    *, rotations: Mapping[Squad, Sequence[int]], games: int, acting_user: User
) -> None:
    """Declare the regular rotation of these squads, turn by turn, for the first ``games`` games. A
    pitcher who may not start when his game comes gives way to the best who may. Runs in the
    caller's transaction; earlier declarations of these squads are deleted."""
    DeclaredStart.objects.filter(squad__in=[squad.pk for squad in rotations]).delete()
    DeclaredStart.objects.bulk_create(
        DeclaredStart(
            squad=squad,
            column=column,
            card_id=rotation[(column - 1) % len(rotation)],
            declared_by=acting_user,
        )
        for squad, rotation in rotations.items()
        for column in range(1, games * bool(rotation) + 1)
    )


def set_event_rules(*, scope: str, values: Mapping[str, Any], acting_user: User) -> EventRules:
    """Set how an event keeps pitching. Sheets with games on them keep their rules.

    Refused: ``director-only``, ``event-over``, ``unknown-setting``, ``unknown-choice``.
    """
    scopes.verify_directs(acting_user, scope)
    verify_event_goes_on(scope)
    known = ("bullpen_resets", "declared", "published")
    refuse_all(
        Refusal("unknown-setting", f"{name!r} is none of {', '.join(known)}.", name)
        for name in values
        if name not in known
    )
    if values.get("declared", Declared.GAME) not in Declared.values:
        sentence = f"One of {', '.join(Declared.values)}."
        raise Refused(Refusal("unknown-choice", sentence, "declared"))
    with transaction.atomic():
        current_rules = event_rules(scope)
        old = {name: getattr(current_rules, name) for name in known}
        rules, _ = EventRules.objects.update_or_create(event_id=scope, defaults=dict(values))
        set_bullpen_resets(scope=scope, resets=rules.bullpen_resets)
        log_action(
            code="pitching-rules-set",
            actor=acting_user,
            scope=scope,
            subject=rules,
            old=old,
            new={name: getattr(rules, name) for name in known},
        )
        publish(scope)
        return rules


def _name(board: PlanBoard, card: int) -> str:
    return board.by_key[card].name if card in board.by_key else "nobody"


def _too_late(board: PlanBoard, game: Ahead | None, column: int, directs: bool) -> Refusal | None:
    place = f"game {column}"
    if game is None:
        return Refusal("no-such-game", f"The club has no game {column}.", place)
    if not game.is_open:
        return Refusal("game-begun", f"Game {column} has begun.", place)
    if directs:
        return None
    declared = board.rules.declared
    begun = [other_game for other_game in board.schedule if not other_game.is_open]
    if declared == Declared.SEASON and begun:
        return Refusal(
            "rotation-stands",
            "Rotations are declared before the season here; a director changes them now.",
            place,
        )
    if declared == Declared.SERIES and any(
        other_game.series == game.series for other_game in begun
    ):
        return Refusal(
            "rotation-stands",
            "Rotations are declared before each series here; a director changes this one now.",
            place,
        )
    return None


def _not_his_turn(
    board: PlanBoard, card: int, column: int, starts: Mapping[int, int]
) -> Refusal | None:
    place = f"game {column}"
    pitcher = board.staff.get(card)
    if pitcher is None:
        return Refusal("no-such-pitcher", "He is no pitcher of the squad.", place, {"card": card})
    eligibility = board.may_start(card, column, starts)
    if eligibility is None:
        if pitcher.starts:
            return None
        return Refusal("starter-not-eligible", f"{pitcher.name} may not start by his card.", place)
    if eligibility.eligible:
        return None
    return Refusal(
        "starter-not-eligible",
        f"{pitcher.name}, game {column}: {told(eligibility)}",
        place,
        {"card": card, "rules": list(eligibility.rules)},
    )
