"""Both sides before a game: each side's named starter, its confirmed lineup and its next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from config.refusals import Refused
from games.clubs import Squads
from games.engine.situation import AWAY, HOME
from games.models import Series
from games.planning.board import PlanBoard
from games.planning.disclosure import Reader, sees_line_up, sees_starter
from games.planning.plans import spots_of
from games.planning.presenters import lineup
from games.planning.services.before_games import BeforeGame, before_game
from games.services.calling_off import ended
from games.sheets import Sheets
from rosters.models import Card, Squad, Team
from rosters.rules.lineups import LineUp


@dataclass(frozen=True)
class Starter:
    """A pitcher who may be named as starter. ``key`` is that of his card; ``words`` is his name
    with his throwing arm."""

    key: int
    words: str
    chosen: bool


@dataclass(frozen=True)
class SideBefore:
    """One side. ``named`` (the starter) and ``order`` (the lineup) are empty where the reader may
    not know them; ``manned``: a user acts for the club. The forms are None or empty where the
    reader may not send them."""

    side: int
    team: Team
    manned: bool
    named: str
    hand: str
    status: str
    starters: tuple[Starter, ...]
    editor: lineup.Editor | None
    order: tuple[tuple[str, str], ...]

    @property
    def ident(self) -> str:
        """The prefix of the ids of its editor: one page may have both sides' editors."""
        return f"side-{self.side}-"


def board_of(series: Series, number: int, side: int) -> PlanBoard:
    team = series.sides(number)[side]
    squad = Squad.objects.select_related("team").filter(event__key=series.scope, team=team).first()
    if squad is None:
        raise Http404("No such squad.")
    return PlanBoard(squad)


def may_begin(series: Series, number: int) -> bool:
    state = before_game(series, number)
    return state is not None and state.may_begin and not ended(series)


def sides(
    series: Series, number: int, reader: Reader, drafts: Mapping[int, LineUp]
) -> tuple[SideBefore, SideBefore]:
    """Both sides, visitors first, as the reader may see them (T0.13)."""
    state = before_game(series, number)
    assert state is not None  # noqa: S101 - asked for by the view
    starters = _starters(state)
    return (
        _side(state, AWAY, reader, drafts, starters),
        _side(state, HOME, reader, drafts, starters),
    )


def _starters(state: BeforeGame) -> list[Card | None]:
    """Return the starter of each side: the named one, or for an unmanned side the one that its
    plans would start."""
    starters = [card.starter if card is not None else None for card in state.cards]
    if all(starters) or all(state.manned):
        return starters
    squads = Squads()
    squads.have([state.series])
    try:
        drawn_up = squads.draw_up(state.series, state.number, Sheets([state.series]))
    except Refused:
        return starters
    for side, stored in enumerate(drawn_up or ()):
        if starters[side] is None and not state.manned[side]:
            key = squads.starting_card(state.series, stored)
            starters[side] = Card.objects.filter(pk=key).first()
    return starters


def _side(
    state: BeforeGame,
    side: int,
    reader: Reader,
    drafts: Mapping[int, LineUp],
    starters: list[Card | None],
) -> SideBefore:
    card, team = state.cards[side], state.teams[side]
    is_inside = reader.is_inside(team)
    clubs = {state.series.home_id: state.series.home, state.series.away_id: state.series.away}
    starter, opposing = starters[side], starters[1 - side]
    both = len(state.named) == 2
    seen = starter is not None and sees_starter(reader, team, side, state.named)
    asked = is_inside and state.manned[side] and not ended(state.series)
    board = board_of(state.series, state.number, side) if asked else None
    editor: lineup.Editor | None = None
    order: tuple[tuple[str, str], ...] = ()
    choices: tuple[Starter, ...] = ()
    if card is not None and state.has_confirmed(side):
        if sees_line_up(reader, team, side, state.confirmed):
            order = _read(card.spots, state, side)
    elif board is not None and board.builder is not None and card is not None and both:
        hand = "L" if opposing is not None and opposing.throws == "L" else "R"
        spots = drafts.get(side) or lineup.laid_down(board, hand, state.series, state.number)
        editor = lineup.editor(board, hand, spots, helped=False)
    if board is not None and state.may_name(side) and editor is None:
        choices = _choices(board, state, side, card.starter_id if card else 0)
    return SideBefore(
        side,
        clubs[team],
        state.manned[side],
        starter.name if starter is not None and seen else "",
        starter.throws if starter is not None and seen else "",
        status(state, side, reader),
        choices,
        editor,
        order,
    )


def status(state: BeforeGame, side: int, reader: Reader) -> str:
    """What a side has still to do before the game, as far as the reader may know it."""
    if not state.manned[side]:
        return "Plays by its stored plans; its manager is not asked."
    card = state.cards[side]
    unable = state.unable_as_read(side, reader)
    if unable is not None:
        return f"{unable.message} Another starter is to be named."
    if card is None:
        if side == HOME and not state.has_named(AWAY):
            return "Waits for the visitors, who name their starter first."
        return "Has still to name its starter."
    if not state.has_confirmed(side):
        return "Has named its starter; the line-up is to be confirmed."
    return "Ready."


def next_act(state: BeforeGame, side: int) -> str:
    """The button for what a side may do next before the game; empty while it has to wait."""
    if not state.has_named(side):
        return "Name the starter" if state.may_name(side) else ""
    return "Confirm the line-up" if state.may_confirm(side) else ""


def _choices(board: PlanBoard, state: BeforeGame, side: int, named: int) -> tuple[Starter, ...]:
    column = state.series.columns(state.number)[side]
    proposed = board.plan.starts.get(column, 0)
    if not proposed:
        best = board.proposed([game.column for game in board.ahead if game.column >= column][:4])
        proposed = best.starters[0] if best is not None and best.starters else 0
    eligible = [
        player
        for player in board.starters
        if (eligibility := board.may_start(player.key, column, {})) is None or eligibility.eligible
    ]
    chosen = named or proposed
    return tuple(
        Starter(
            player.key,
            f"{player.name} ({board.by_key[player.key].throws or '?'})"
            + (", as planned" if player.key == proposed and board.plan.starts.get(column) else ""),
            player.key == chosen,
        )
        for player in eligible
    )


def _read(stored: list[list[object]], state: BeforeGame, side: int) -> tuple[tuple[str, str], ...]:
    spots = spots_of(stored)
    names = dict(
        Card.objects.filter(pk__in=[spot.player for spot in spots]).values_list("pk", "name")
    )
    card = state.cards[side]
    pitcher = card.starter.name if card is not None else ""
    return tuple((names.get(spot.player, pitcher), spot.position) for spot in spots)
