"""Play on with one press: the server throws until a manager has to decide or a turn at bat is
over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.access import rights_of, verify_scores
from games.engine.folds.moments import current_situation
from games.engine.game import Game as GameInPlay
from games.engine.record import Record
from games.engine.situation import AWAY
from games.hooks import WentOn, tell
from games.models import ClubStandingOrders, Game, Series
from games.records import entries_before_suspension, on_from, record_of, replay_with_managers
from games.rules.standing_orders import When, read_orders
from games.services.calling_off import verify_event_goes_on, verify_left_to_play
from games.services.changes import locked_game, not_your_side, write
from games.services.clocks import keep_clock
from games.services.scoring import enter, open_game
from games.standing_orders import (
    HOUSE,
    Pair,
    Word,
    orders_in,
    replay_listening,
    stand_ins,
    topics_in,
    word_in,
)
from games.topics import series_topic
from games.turns import passed_over

OUTS = 3
"""The outs of a half-inning."""


class Until(StrEnum):
    """How far one press plays on."""

    TURN = "turn"
    HALF = "half"


def go_on(
    *,
    game_id: int,
    after: int,
    acting_user: User | None,
    answer: Sequence[str] = (),
    until: Until = Until.TURN,
) -> Game:
    """Have a game with the server's dice go on: what the acting user could say now is left at its
    usual answer, and dice are thrown until a turn at bat (or the half-inning) is over or somebody
    is asked, as the standing orders of each side say.

    With an ``answer`` to one of his questions that is taken first, and play goes on unless it led
    to another question: who comes for whom, and where he plays.

    Refused: ``not-your-game``, ``transcript-moved-on``, ``game-over``, ``dice-at-the-table`` where
    people throw, ``decision-first`` while somebody else has to decide, and what ``add_entries``
    refuses in an answer.
    """
    with transaction.atomic():
        game = open_game(game_id, after)
        speaking_for = verify_scores(acting_user, game.series, game.number).speaks_for
        if game.source != Game.Source.ONLINE:
            raise Refused(
                Refusal("dice-at-the-table", "The dice of this game are thrown by people.")
            )
        if answer:
            heard = word_in(game, speaking_for)
            enter(game, answer, acting_user=acting_user, speaking_for=speaking_for)
            if not goes_on_after(game, speaking_for, heard, answer):
                return game
        passed = passed_over(game.series, game)
        write(game, played_on(game, speaking_for, until), acting_user=acting_user)
        tell(WentOn(game, passed, acting_user))
        return game


def goes_on_after(
    game: Game, speaking_for: Collection[int], heard: Word, answer: Sequence[str]
) -> bool:
    """Whether play goes on after an answer: unless it led to a question that was not ``heard``
    before it, such as where a new player plays, or to one for the other side. One that is left to
    the computer manager holds nothing up, but where it belongs to what was answered."""
    if game.status != Game.Status.IN_PROGRESS:
        return False
    word = word_in(game, speaking_for)
    before = {each.question.decision.name for each in heard.heard}
    answered = answer[-1].partition("=")[0]
    together = next(
        (topic.decisions for topic in topics_in(game.series) if answered in topic.decisions), ()
    )
    return word.may_go_on and all(
        each.question.decision.name in before
        or (each.about is When.HOUSE and each.question.decision.name not in together)
        for each in word.heard
    )


def played_on(game: Game, speaking_for: Collection[int], until: Until) -> Record:
    """The record of a game in hand after one press; nothing is stored. Refused:
    ``decision-first``."""
    word = word_in(game, speaking_for)
    if not word.may_go_on:
        raise Refused(
            Refusal("decision-first", "Another manager has to decide before play goes on.")
        )
    refuse_all(
        Refusal("decision-first", f"Say it before play goes on: {each.decision.question}")
        for each in word.asked
        if not each.has_usual
    )
    said = _thrown_on(game, word, orders_in(game), until)
    if said:
        return replay_listening(game, [*game.entries, *said])
    # The others are asked now: what was passed over has to be written, or it would be asked again.
    usual = [entry for question in word.asked for entry in question.usual.split()]
    return replay_with_managers(game, game.entries, usual)


def _thrown_on(game: Game, word: Word, orders: Pair, until: Until) -> Sequence[str]:
    """The entries that playing on adds."""
    played = len(entries_before_suspension(game.entries))
    record = on_from(game, stand_ins(game, orders, word.heard), _end_of(game, until))
    return record.transcript[played:]


def _end_of(game: Game, until: Until) -> Callable[[GameInPlay], bool]:
    """Whether a press that begins here has come to its end after a turn."""
    if until is Until.TURN:
        return lambda now: True
    stands = current_situation(record_of(game))
    began = 2 * stands.inning + stands.half + (stands.outs == OUTS)
    return lambda now: 2 * now.inning + now.half != began


def give_standing_orders(
    *,
    game: Game,
    side: int,
    orders: object,
    acting_user: User,
) -> ClubStandingOrders:
    """Set which decisions a side is asked about, in this game and in the club's later ones of the
    event.

    Refused: ``not-your-side``, ``event-over``, and what ``read_orders`` refuses.
    """
    series = game.series
    verify_event_goes_on(series.scope)
    read = read_orders(topics_in(series), orders)
    if side not in rights_of(acting_user, series, game.number).speaks_for:
        raise Refused(not_your_side(side, "side"))
    game.standing = None
    with transaction.atomic():
        locked = locked_game(game.pk)
        team_id = game.away_id if side == AWAY else game.home_id
        said = {**_said(series.scope, team_id), **read.as_json()}
        row = _say(series.scope, team_id, said, acting_user)
        # Somebody else may be asked first now.
        keep_clock(locked)
    publish(series_topic(series))
    return row


def allow_house(
    *,
    series: Series,
    number: int,
    side: int,
    allowed: bool,
    acting_user: User,
) -> ClubStandingOrders:
    """Say whether the house may manage for a club in this event while its people are away, in games
    that others begin. Refused: ``not-your-side``, ``called-off``, ``series-complete``."""
    verify_left_to_play(series)
    if side not in rights_of(acting_user, series, number).speaks_for:
        raise Refused(not_your_side(side, "side"))
    team_id = series.sides(number)[side]
    with transaction.atomic():
        said = {**_said(series.scope, team_id), HOUSE: allowed}
        row = _say(series.scope, team_id, said, acting_user)
        log_action(
            code="house-allowed" if allowed else "house-not-allowed",
            actor=acting_user,
            scope=series.scope,
            subject=row.team,
        )
    publish(series_topic(series))
    return row


def _said(scope: str, team_id: int) -> dict[str, object]:
    """What a club has said, its row taken: its orders, and whether the house may manage for it."""
    row = (
        ClubStandingOrders.objects.select_for_update()
        .filter(event__key=scope, team_id=team_id)
        .first()
    )
    return dict(row.orders) if row is not None else {}


def _say(
    scope: str, team_id: int, orders: dict[str, object], acting_user: User
) -> ClubStandingOrders:
    row, _ = ClubStandingOrders.objects.update_or_create(
        event_id=scope,
        team_id=team_id,
        defaults={"orders": orders, "said_by": acting_user, "said_at": timezone.now()},
    )
    return row
