"""The values of the report form: as they were typed or reported, or as they are likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from uuid import uuid4

from config.inputs import whole_number
from games.card_games.registry import box_shape, result_shape
from games.engine.situation import SLOTS
from games.models import Series
from games.planning.disclosure import Reader
from games.rules.box_shapes import ERRORS, HITS, NINE, BoxShape
from games.rules.endings import law_of
from games.rules.reports import SUSPENDED, GameClaim
from games.seriesday.forms import (
    BATTED,
    CHOICES,
    MORE,
    MOST_LINES,
    PITCHED_KEYS,
    SIDES,
    as_form,
    batters_rows,
)
from games.seriesday.marks import Marks
from games.seriesday.selectors.boxes import (
    Rosters,
    listed_staffs,
    probable_lists,
    probable_nines,
    rosters_of,
)
from games.seriesday.selectors.reports import Staff, staffs
from games.sheets import keeps_sheets
from games.suspending import suspension_refusals
from rosters.models import Team

FIRST_ROWS: Final = 2
"""Lines for pitchers that are shown without being asked for."""
FIRST_OF_A_LIST: Final = 36
"""Lines for the batters of a list that are: as many as come up in a usual game."""

Players = Sequence[tuple[int, str]]
"""The players who can be chosen, by key and name."""


def filled_form(
    series: Series,
    number: int,
    reader: Reader,
    sides: tuple[Team, Team],
    *,
    sent: Mapping[str, str] | None,
    told: GameClaim | None,
    asks_box: bool,
    key_used: bool,
    marks: Marks,
) -> dict[str, Any]:
    """The form with what was ``sent``, or with what was ``told`` of the game, or with what is
    likely as far as ``reader`` may know it; with the players' lines where they are in it already,
    or he ``asks_box``. ``sides`` are the visiting and the home club."""
    common = law_of(series.settings)
    staff = staffs(series, number, reader)
    shape = box_shape(series.system, series.settings)
    values = {"ending": "played", "inning": str(common.innings)}
    if sent is not None:
        values |= sent
    elif told is not None:
        values |= as_form(told, shape or NINE)
    elif staff is not None and asks_box:
        # A box score has to prove itself; with the result alone nobody is taken to have pitched.
        for name, side in zip(SIDES, staff, strict=True):
            values[f"{name}_pitcher_1"] = str(side.starter or "")
    boxed = shape is not None and ("boxed" in values or asks_box)
    rosters = rosters_of(series, number) if boxed else None
    if shape is not None and shape.listed and rosters is not None:
        staff = listed_staffs(series, number, rosters, reader)
        if "boxed" not in values:
            values |= _probable_lists(series, number, rosters, reader)
    elif boxed and staff is not None and "boxed" not in values:
        values |= _probable(series, number, staff, reader)
    offers_box, shape = shape is not None, result_shape(series.system, series.settings)
    if not (boxed or keeps_sheets(series)):
        # Without sheets it need not be said who pitched, box scores apart.
        staff = None
    endings = [
        (key, label)
        for key, label in CHOICES
        if (key != "mercy" or common.mercy_margin)
        and (key != "tie" or common.max_innings)
        and (key != "conceded" or common.concession)
        and (key not in ("walk-off", "home-leads") or common.walk_off)
        and (key != SUSPENDED or not suspension_refusals(series))
    ]
    return {
        "values": values,
        # A key that came with another report would be refused again.
        "key": (not key_used and values.get("key")) or str(uuid4()),
        "endings": endings,
        "sides": [
            {
                "name": name,
                "team": team,
                "runs": values.get(f"{name}_runs", ""),
                "innings": values.get(f"{name}_innings", ""),
                "hits": values.get(f"{name}_hits", ""),
                "errors": values.get(f"{name}_errors", ""),
                "choices": staff[at].choices if staff else (),
                "starter": staff[at].starter if staff else None,
                "rows": _rows(values, name, marks, shape) if staff else (),
                "batters": _batters(values, at, marks, shape, rosters) if rosters else (),
                "left_on_base": values.get(f"{name}_lob", ""),
                "wrong": marks.get(name),
                "batters_wrong": marks.get(f"{name}_batters"),
                "pitchers_wrong": marks.get(f"{name}_pitchers"),
                "lob_wrong": marks.get(f"{name}_lob"),
                "line_wrong": marks.get(f"{name}_line"),
            }
            for at, (name, team) in enumerate(zip(SIDES, sides, strict=True))
        ],
        "wrong": marks,
        "pitchers": staff is not None,
        "boxed": boxed,
        "offers_box": offers_box,
        "listed": shape.listed,
        "stands": not shape.listed,
        "counts_hits": HITS not in shape.never,
        "errors": ERRORS not in shape.never,
        "more": [word for word, field in MORE.items() if field not in shape.never][:4],
        "has_line": bool(values.get("away_innings")) or boxed,
    }


def _probable(
    series: Series, number: int, staff: tuple[Staff, Staff], reader: Reader
) -> dict[str, str]:
    """The fields of the players who probably began the game, as far as this person may know."""
    found = {}
    nines = probable_nines(series, number, staff, reader)
    for name, nine in zip(SIDES, nines, strict=True):
        for slot, spot in enumerate(nine, start=1):
            found[f"{name}_bat_{slot}_man"] = str(spot.player or "")
            found[f"{name}_bat_{slot}_pos"] = spot.position
    return found


def _probable_lists(
    series: Series, number: int, rosters: Rosters, reader: Reader
) -> dict[str, str]:
    """The fields of those who come up and pitch in this order, as far as this person may know."""
    found = {}
    lists = probable_lists(series, number, rosters, reader)
    for name, (batters, pitchers) in zip(SIDES, lists, strict=True):
        for row, player in enumerate(batters, start=1):
            found[f"{name}_bat_{row}_man"] = str(player)
        for row, player in enumerate(pitchers, start=1):
            found[f"{name}_pitcher_{row}"] = str(player)
    return found


def _players(rosters: Rosters, side: int) -> Players:
    """The players whom a side can have sent to bat, position players first; where the order is a
    list, its batters."""
    players = rosters.players[side]
    if rosters.lists is not None:
        return _by_name((key, players[key].name) for key in rosters.lists.decks[side].batters)
    return sorted(
        ((key, players[key].name) for key in rosters.squads[side]),
        key=lambda player: (players[player[0]].positions == {"p"}, player[1]),
    )


def _lent(rosters: Rosters, side: int, shape: BoxShape) -> Players:
    """The players whom the opponent can have lent to bat for a side that had run out of its own."""
    if rosters.lists is None or shape.lends_own:
        return ()
    players = rosters.players[1 - side]
    return _by_name((key, players[key].name) for key in rosters.lists.decks[1 - side].batters)


def _by_name(players: Iterable[tuple[int, str]]) -> Players:
    return sorted(players, key=lambda player: player[1])


def _batters(
    values: dict[str, str], side: int, marks: Marks, shape: BoxShape, rosters: Rosters
) -> list[dict[str, Any]]:
    name = SIDES[side]
    players, lent = _players(rosters, side), _lent(rosters, side, shape)
    last = max(
        (row for row in range(1, shape.most_batters + 1) if values.get(f"{name}_bat_{row}_man")),
        default=0,
    )
    first = FIRST_OF_A_LIST if shape.listed else SLOTS
    # Behind a list there is a line for the player who was lent.
    usual = len(players) + bool(lent) if shape.listed else MOST_LINES
    told = batters_rows(values, name, shape)
    rows = []
    for row in range(1, max(usual, last) + 1):
        key = f"{name}_bat_{row}"
        chosen = whole_number(values.get(f"{key}_man", ""))
        is_lent = shape.listed and (row > len(players) or chosen not in (None, *dict(players)))
        rows.append(
            {
                "number": row,
                "starts": shape.listed or row <= SLOTS,
                "lent": is_lent,
                "players": lent if is_lent else players,
                "chosen": chosen,
                "slot": values.get(f"{key}_slot", ""),
                "position": values.get(f"{key}_pos", ""),
                "counts": [
                    (short, head, values.get(f"{key}_{short}", ""))
                    for short, head, field in BATTED
                    if field not in shape.never
                ],
                "more": values.get(f"{key}_more", ""),
                "folded": row > first and row not in told,
                "wrong": marks.get(key),
            }
        )
    return rows


def _rows(values: dict[str, str], name: str, marks: Marks, shape: BoxShape) -> list[dict[str, Any]]:
    rows = []
    for row in range(1, shape.most_pitchers + 1):
        chosen = values.get(f"{name}_pitcher_{row}", "")
        rows.append(
            {
                "number": row,
                "chosen": whole_number(chosen),
                "outs": values.get(f"{name}_outs_{row}", ""),
                "counts": [
                    (short, head, values.get(f"{name}_pit_{row}_{short}", ""))
                    for short, head, field in PITCHED_KEYS
                    if field not in shape.never
                ],
                "decision": values.get(f"{name}_pit_{row}_dec", ""),
                "folded": row > FIRST_ROWS and not chosen,
                "wrong": marks.get(f"{name}_pitcher_{row}"),
            }
        )
    return rows
