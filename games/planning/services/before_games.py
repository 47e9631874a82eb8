"""Before a card game: the visitors name their starter, then the home side (T0.13), and both confirm
their lineups against the opposing starter's throwing arm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from games.card_games.base import Orders
from games.card_games.registry import card_game
from games.engine.situation import AWAY, HOME
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.disclosure import Reader, acting_reader, reader_of, sees_line_up, sees_starter
from games.planning.models import GameCard
from games.planning.plans import plans_of, spots_of, stored_spots
from games.planning.services.lineups import verify_line_up
from games.services.calling_off import verify_goes_on
from games.topics import series_topic
from pitching.rules.wording import told
from rosters.models import Squad, TeamMember
from rosters.rules.lineups import PITCHER, Spot


@dataclass(frozen=True)
class BeforeGame:
    """What each side has done before a game, visitors first. ``manned``: a user acts for the club;
    a club that is not manned plays by its plans. ``unable``: by side, why its named starter may no
    longer start or which player of its lineup is gone."""

    series: Series
    number: int
    teams: tuple[int, int]
    manned: tuple[bool, bool]
    cards: tuple[GameCard | None, GameCard | None]
    unable: Mapping[int, Refusal]

    def has_named(self, side: int) -> bool:
        """True also for a side that has no manager."""
        if not self.manned[side]:
            return True
        return self.cards[side] is not None and side not in self.unable

    @property
    def named(self) -> frozenset[int]:
        """The sides that have named their starters or need not."""
        return frozenset(side for side in (AWAY, HOME) if self.has_named(side))

    @property
    def confirmed(self) -> frozenset[int]:
        """The sides that have confirmed their lineups or need not."""
        return frozenset(side for side in (AWAY, HOME) if self.is_confirmed(side))

    def unable_as_read(self, side: int, reader: Reader) -> Refusal | None:
        """Return why a side's starter or lineup no longer stands, without naming a starter whom the
        reader may not know yet."""
        refusal = self.unable.get(side)
        if refusal is None:
            return None
        team = self.teams[side]
        if refusal.place == "starter":
            # A starter who was named stays known, even if he may no longer start.
            named = self.named | {other for other in (AWAY, HOME) if self.cards[other] is not None}
            seen = sees_starter(reader, team, side, named)
        else:
            seen = sees_line_up(reader, team, side, self.confirmed)
        if seen:
            return refusal
        return Refusal(
            refusal.code, "What the club has confirmed is not valid any more.", refusal.place
        )

    def has_confirmed(self, side: int) -> bool:
        card = self.cards[side]
        return card is not None and card.confirmed_at is not None and side not in self.unable

    def may_name(self, side: int) -> bool:
        """T0.13: the visitors name their starter first. A side may replace its starter until it has
        confirmed its lineup or the opponent has acted on it: the home side by naming its starter,
        the visitors by confirming their lineup. A starter who may no longer start is always
        replaced."""
        if side == HOME and not self.has_named(AWAY):
            return False
        if side in self.unable:
            return True
        opponent_acted = self.cards[HOME] is not None if side == AWAY else self.has_confirmed(AWAY)
        return not opponent_acted and not self.has_confirmed(side)

    def may_confirm(self, side: int) -> bool:
        """True once both starters are named."""
        return self.has_named(AWAY) and self.has_named(HOME) and self.cards[side] is not None

    def is_confirmed(self, side: int) -> bool:
        """True also for a side that has no manager."""
        return not self.manned[side] or self.has_confirmed(side)

    def unconfirmed(self, managed: tuple[bool, bool] = (False, False)) -> list[int]:
        """The sides that have still to name a starter or to confirm a line-up; nothing is missing
        of a side that the computer is to manage."""
        return [side for side in (AWAY, HOME) if not managed[side] and not self.is_confirmed(side)]

    @property
    def awaited(self) -> tuple[int, datetime] | None:
        """The side for which the other waits, and since when: with its starter, or with its
        line-up."""
        away, home = self.cards
        if not self.has_named(AWAY) or away is None:
            return None
        if not self.has_named(HOME):
            return HOME, away.named_at
        for side, other in ((AWAY, home), (HOME, away)):
            confirmed_at = other.confirmed_at if other is not None else None
            if confirmed_at is not None and not self.is_confirmed(side):
                return side, confirmed_at
        return None

    @property
    def may_begin(self) -> bool:
        """Whether nothing is left to say."""
        return not self.unconfirmed()


def before_game(series: Series, number: int) -> BeforeGame | None:
    """Return the state of both sides; None for games without cards. Two queries, more once a
    starter is named: he is verified against the sheet as it stands now."""
    game = card_game(series.system)
    if game is None or not game.has_line_ups:
        return None
    away, home = series.sides(number)
    manned_teams = set(
        TeamMember.objects.filter(team__in=(away, home)).values_list("team", flat=True)
    )
    rows = GameCard.objects.filter(series=series, number=number).select_related("starter", "team")
    cards = {card.team_id: card for card in rows}
    unable = {}
    for side, team_id in enumerate((away, home)):
        if team_id in cards and (why := _out_of_date(series, number, side, cards[team_id])):
            unable[side] = why
    return BeforeGame(
        series,
        number,
        (away, home),
        (away in manned_teams, home in manned_teams),
        (cards.get(away), cards.get(home)),
        unable,
    )


def _out_of_date(series: Series, number: int, side: int, card: GameCard) -> Refusal | None:
    """Return why a side's starter or lineup no longer stands: another game was played since, or the
    squad has changed."""
    board = PlanBoard(_squad(series, card.team_id))
    refusal = _cannot_start(board, card.starter_id, series.columns(number)[side])
    if refusal is not None:
        return refusal
    gone = [
        spot.player for spot in spots_of(card.spots) if spot.player not in (PITCHER, *board.by_key)
    ]
    if not gone:
        return None
    sentence = "A player of the line-up is not in the squad any more."
    return Refusal("no-such-man", sentence, "spots", {"cards": gone})


def _cannot_start(board: PlanBoard, card: int, column: int) -> Refusal | None:
    pitcher = board.staff.get(card)
    if pitcher is None:
        return Refusal(
            "no-such-pitcher", "He is no pitcher of the squad.", "starter", {"card": card}
        )
    eligibility = board.may_start(card, column, {})
    if pitcher.starts and (eligibility is None or eligibility.eligible):
        return None
    why = told(eligibility) if eligibility is not None else "His card does not let him."
    rules = list(eligibility.rules) if eligibility is not None else []
    return Refusal(
        "starter-not-eligible",
        f"{pitcher.name}: {why}",
        "starter",
        {"card": card, "rules": rules},
    )


def name_starter(
    *, series: Series, number: int, side: int, card: int, acting_user: User
) -> GameCard:
    """Name the starter of a side. The opponent has to confirm its lineup again: it was made
    against the other starter's throwing arm.

    Refused: ``not-your-side``, ``game-exists``, ``visitors-first`` (T0.13), ``already-answered``,
    ``already-confirmed``, ``no-such-pitcher``, ``starter-not-eligible`` with the reason.
    """
    with transaction.atomic():
        state = _locked(series, number, side, acting_user)
        if not state.may_name(side):
            if side == HOME and not state.has_named(AWAY):
                raise Refused(
                    Refusal(
                        "visitors-first",
                        "The visitors name their starter first.",
                        "starter",
                        {"rule": "T0.13"},
                    )
                )
            if state.has_confirmed(side):
                sentence = "The line-up is confirmed, and the starter with it."
                raise Refused(Refusal("already-confirmed", sentence, "starter"))
            raise Refused(
                Refusal(
                    "already-answered", "The opponent has answered: the starter stays.", "starter"
                )
            )
        board = PlanBoard(_squad(series, state.teams[side]))
        problem = _cannot_start(board, card, series.columns(number)[side])
        if problem is not None:
            raise Refused(problem)
        GameCard.objects.filter(series=series, number=number).exclude(
            team=state.teams[side]
        ).update(spots=[], confirmed_by=None, confirmed_at=None)
        game_card, _ = GameCard.objects.update_or_create(
            series=series,
            number=number,
            team_id=state.teams[side],
            defaults={
                "starter_id": card,
                "named_by": acting_user,
                "named_at": timezone.now(),
                "spots": [],
                "confirmed_by": None,
                "confirmed_at": None,
            },
        )
        _tell(series, "starter-named", game_card, acting_user)
        return game_card


def confirm_line_up(
    *, series: Series, number: int, side: int, spots: Sequence[Spot], acting_user: User
) -> GameCard:
    """Confirm the lineup of a side, its named starter included.

    Refused: ``not-your-side``, ``game-exists``, ``starters-first`` (also where a starter may no
    longer start), ``already-confirmed``, and what ``line_up_problems`` finds. A hole after an
    injury
    is not refused here: a player may be hurt already.
    """
    with transaction.atomic():
        state = _locked(series, number, side, acting_user)
        card = state.cards[side]
        if card is None or not state.may_confirm(side):
            reader = acting_reader(acting_user, series.scope)
            raise Refused(
                *_unable_as_read(state, reader),
                Refusal("starters-first", "Both starters are named first.", "spots"),
            )
        if card.confirmed_at is not None:
            raise Refused(Refusal("already-confirmed", "The line-up is confirmed.", "spots"))
        verify_line_up(_squad(series, state.teams[side]), spots, injuries=False)
        card.spots = stored_spots(spots)
        card.confirmed_by, card.confirmed_at = acting_user, timezone.now()
        card.save(update_fields=["spots", "confirmed_by", "confirmed_at"])
        _tell(series, "line-up-confirmed", card, acting_user)
        return card


def orders_said(
    series: Series, number: int, managed: tuple[bool, bool], acting_user: User | None
) -> Mapping[int, Orders] | None:
    """Return the orders of both sides for a game about to begin, by club; None for games without
    cards. A side that the computer manages, or that has no manager, plays by its plans. Refusals
    are worded for ``acting_user``.

    Refused: ``not-confirmed`` for each side that has yet to name its starter or confirm its lineup.
    """
    state = before_game(series, number)
    if state is None:
        return None
    missing = state.unconfirmed(managed)
    if missing:
        clubs = {series.home_id: series.home, series.away_id: series.away}
        reader = acting_reader(acting_user, series.scope)
        raise Refused(
            *(
                Refusal(
                    "not-confirmed",
                    f"{clubs[state.teams[side]]} has still to confirm its starter and line-up."
                    + (f" {why.message}" if (why := state.unable_as_read(side, reader)) else ""),
                    clubs[state.teams[side]].name,
                    {"rule": "T0.13"},
                )
                for side in missing
            )
        )
    squads = Squad.objects.filter(event__key=series.scope, team__in=state.teams)
    ids = {squad.team_id: squad.pk for squad in squads}
    plans = plans_of(ids.values())
    orders_by_team = {}
    for side, team in enumerate(state.teams):
        card = state.cards[side]
        if card is None or managed[side] or team not in ids:
            continue
        plan = plans.get(ids[team])
        orders = plan.orders(series.pk, number, state.teams[1 - side]) if plan else Orders()
        line_up = spots_of(card.spots)
        orders_by_team[team] = replace(
            orders,
            named=card.starter_id,
            line_ups={"L": line_up, "R": line_up} if line_up else orders.line_ups,
        )
    return orders_by_team


def _unable_as_read(state: BeforeGame, reader: Reader) -> list[Refusal]:
    refusals = (state.unable_as_read(side, reader) for side in (AWAY, HOME))
    return [refusal for refusal in refusals if refusal is not None]


def _locked(series: Series, number: int, side: int, acting_user: User) -> BeforeGame:
    """Lock the series and return the state of both sides. Refused: ``no-cards``, ``no-such-game``,
    ``not-your-side``, ``game-exists``."""
    verify_goes_on(Series.objects.locked().get(pk=series.pk))
    state = before_game(series, number)
    if state is None:
        raise Refused(Refusal("no-cards", "Games of this system have no line-ups to confirm."))
    if not 1 <= number <= series.length:
        sentence = f"The series has games 1 to {series.length}."
        raise Refused(Refusal("no-such-game", sentence, "number"))
    if not reader_of(acting_user, series.scope).is_inside(series.sides(number)[side]):
        raise Refused(Refusal("not-your-side", "This is for the other side to say.", "side"))
    if series.game(number) is not None:
        raise Refused(Refusal("game-exists", f"Game {number} has begun.", "number"))
    return state


def _squad(series: Series, team_id: int) -> Squad:
    """Refused: ``squad-missing``."""
    squad = (
        Squad.objects.select_related("team").filter(event__key=series.scope, team=team_id).first()
    )
    if squad is None:
        club = series.home if series.home_id == team_id else series.away
        raise Refused(Refusal("squad-missing", f"{club} has no cards to play with.", club.name))
    return squad


def _tell(series: Series, code: str, card: GameCard, acting_user: User) -> None:
    """Log the act without the starter's name: the opponent learns it in turn."""
    log_action(
        code=code,
        actor=acting_user,
        scope=series.scope,
        subject=series,
        new={"game": card.number, "club": str(card.team)},
    )
    publish(series_topic(series))
