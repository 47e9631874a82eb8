"""Record how a suspended game was left at the table: report it, agree to it, and attach pictures of
the scoresheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.models import Game, Series
from games.rules.endings import Stop
from games.rules.left_games import Left, SideLeft, left_problems, to_json
from games.rules.pictures import kind_of, without_traces
from games.seriesday.access import SeriesPart, part_of
from games.seriesday.models import LeftGame, Photograph
from games.seriesday.selectors.left import players_of
from games.services.changes import locked_game
from games.topics import series_topic

MOST_PICTURES = 4


def keep_as_left(*, game_id: int, left: Left, acting_user: User) -> LeftGame:
    """Report how a suspended game was left. The other side has to agree to it; a report by a
    director, or by a user who acts for both clubs, stands at once. Names have to be those of the
    squads, where the clubs have any.

    Refused: ``not-your-game``, ``game-void``, ``not-suspended``, ``has-plays`` for a game that was
    scored here and is kept by itself, ``nobody-by-that-name``, ``name-not-clear``, and what
    ``left_problems`` finds.
    """
    with transaction.atomic():
        game, part = _suspended(game_id, acting_user)
        left = _by_name(game, left)
        refuse_all(left_problems(left, stop_of(game)))
        mine = part.clubs
        both = len(mine) == 2
        team = None if part.directs and (not mine or both) else min(mine) if mine else None
        at_once = team is None or both
        row = LeftGame.objects.create(
            game=game,
            version=game.left.count() + 1,
            away_runs=game.away_runs,
            home_runs=game.home_runs,
            inning=game.inning,
            half=game.half or 0,
            outs=game.outs or 0,
            men=list(left.runners),
            up=left.up,
            sides=to_json(left.sides),
            words=left.words,
            team_id=team,
            told_by=acting_user,
            agreed_by=acting_user if at_once else None,
            agreed_at=timezone.now() if at_once else None,
        )
        _log("left-told", game, acting_user, {"version": row.version})
    return row


def agree_to_left(*, game_id: int, version: int, acting_user: User) -> LeftGame:
    """The other side says that it was left so; a director says it for both. Refused:
    ``not-your-game``, ``not-suspended``, ``report-moved-on`` where it was told anew or the game has
    moved, ``already-answered``, ``not-the-opponent``."""
    with transaction.atomic():
        game, part = _suspended(game_id, acting_user)
        row = game.left.order_by("-version").first()
        if row is None or row.version != version or not stands(row, game):
            raise Refused(Refusal("report-moved-on", "It has been reported differently meanwhile."))
        if row.agreed_at is not None:
            raise Refused(Refusal("already-answered", "Both sides have agreed to it already."))
        if not may_agree(part, row, acting_user):
            raise Refused(
                Refusal("not-the-opponent", "Only the other side or a director may agree to it.")
            )
        row.agreed_by, row.agreed_at = acting_user, timezone.now()
        row.save(update_fields=["agreed_by", "agreed_at"])
        _log("left-agreed", game, acting_user, {"version": row.version})
    return row


def add_picture(*, game_id: int, data: bytes, acting_user: User) -> Photograph:
    """Attach a picture of the scoresheet, without the metadata that says where and when it was
    taken. Refused: ``not-your-game``, ``not-suspended``, ``has-plays``, ``no-picture``,
    ``picture-broken``, ``picture-too-large``, ``too-many-pictures``."""
    kind, data = kind_of(data), without_traces(data)
    with transaction.atomic():
        game, _ = _suspended(game_id, acting_user)
        if game.photographs.count() >= MOST_PICTURES:
            sentence = f"A game has {MOST_PICTURES} pictures at most."
            raise Refused(Refusal("too-many-pictures", sentence, "picture"))
        made = Photograph.objects.create(game=game, kind=kind, data=data, added_by=acting_user)
        _log("picture-added", game, acting_user, {"kind": kind, "size": len(data)})
    return made


def take_picture_away(*, game_id: int, picture: int, acting_user: User) -> None:
    """Remove a picture: for who attached it, or a director. Refused: ``not-your-game``,
    ``no-such-picture``, ``not-your-picture``."""
    with transaction.atomic():
        game, part = _of(game_id, acting_user)
        row = game.photographs.filter(pk=picture).defer("data").first()
        if row is None:
            raise Refused(Refusal("no-such-picture", "There is no such picture.", "picture"))
        if not part.directs and row.added_by_id != acting_user.pk:
            sentence = "Only who added it or a director may remove it."
            raise Refused(Refusal("not-your-picture", sentence, "picture"))
        row.delete()
        _log("picture-removed", game, acting_user, {})


def may_agree(part: SeriesPart, row: LeftGame, user: User) -> bool:
    """Whether a user may agree to a report of how a game was left: the other club's people may, and
    a director."""
    if row.agreed_at is not None:
        return False
    others = part.clubs - {row.team_id}
    return part.directs or (bool(others) and row.told_by_id != user.pk)


def stop_of(game: Game) -> Stop:
    """Where a suspended game stands."""
    return Stop(game.inning, game.half or 0, game.outs or 0)


def stands(row: LeftGame, game: Game) -> bool:
    """Whether a report of how a game was left is of the game as it stands now."""
    told = (row.away_runs, row.home_runs, row.inning, row.half, row.outs)
    return told == (game.away_runs, game.home_runs, game.inning, game.half or 0, game.outs or 0)


def _suspended(game_id: int, user: User) -> tuple[Game, SeriesPart]:
    game, part = _of(game_id, user)
    if game.status != Game.Status.SUSPENDED:
        raise Refused(Refusal("not-suspended", "Only a suspended game is kept as it was left."))
    if game.has_plays:
        raise Refused(
            Refusal("has-plays", "This game is recorded play by play: it goes on where it stopped.")
        )
    return game, part


def _of(game_id: int, user: User) -> tuple[Game, SeriesPart]:
    game = locked_game(game_id)
    part = part_of(user, game.series)
    if not part.has_part:
        raise Refused(Refusal("not-your-game", "Only people of the two clubs may report that."))
    return game, part


def _by_name(game: Game, left: Left) -> Left:
    """The same with every name as the squads write it, where the clubs have squads."""
    known = players_of(game.series)
    away_id, home_id = game.series.sides(game.number)
    wrong: list[Refusal] = []
    clubs = (known.get(away_id, ()), known.get(home_id, ()))
    sides = tuple(
        _side(side, players, name, wrong)
        for side, players, name in zip(left.sides, clubs, ("away", "home"), strict=True)
    )
    batting = clubs[game.half or 0]
    first, second, third = (
        _named(player, batting, f"on {base}", wrong)
        for player, base in zip(left.runners, ("first", "second", "third"), strict=True)
    )
    up = _named(left.up, batting, "up", wrong)
    refuse_all(wrong)
    return replace(left, runners=(first, second, third), up=up, sides=(sides[0], sides[1]))


def _side(side: SideLeft, players: Sequence[str], place: str, wrong: list[Refusal]) -> SideLeft:
    return SideLeft(
        tuple(_named(name, players, place, wrong) for name in side.playing),
        tuple(_named(name, players, f"{place} gone", wrong) for name in side.gone),
        tuple(
            (_named(name, players, f"{place} pitchers", wrong), outs)
            for name, outs in side.pitchers
        ),
    )


def _named(written: str, players: Sequence[str], place: str, wrong: list[Refusal]) -> str:
    """The name of the player who is meant; of a club without a squad anybody may be."""
    written = " ".join(written.split())
    if not written or not players:
        return written
    asked = written.casefold()
    exact = [player for player in players if player.casefold() == asked]
    meant = exact or [player for player in players if asked in player.casefold()]
    if len(set(meant)) == 1:
        return meant[0]
    if not meant:
        sentence = f"Nobody of the squad is called {written[:40]!r}."
        wrong.append(Refusal("nobody-by-that-name", sentence, place))
    else:
        sentence = f"{written[:40]!r} may be {', '.join(sorted(set(meant))[:5])}."
        wrong.append(Refusal("name-not-clear", sentence, place))
    return written


def _log(code: str, game: Game, user: User, new: Mapping[str, object]) -> None:
    series: Series = game.series
    log_action(code=code, actor=user, scope=series.scope, subject=game, new=dict(new))
    publish(series_topic(series))
