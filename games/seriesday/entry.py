"""A game's result typed in one line from paper: runs, how it ended, who pitched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.refusals import Refusal, Refused, refuse_all
from games.engine.endings import MERCY, WALK_OFF
from games.engine.law import CommonLaw
from games.rules.endings import SUSPENDED
from games.rules.reports import GameClaim
from games.seriesday.forms import MOST_PITCHERS, PLAYED, SIDES, read_claim
from games.seriesday.selectors.reports import PitcherChoice

USUAL = ""
HALVES = {f"{SUSPENDED}-{half}": half for half in ("top", "bottom")}
ENDINGS = (
    (USUAL, "As usual"),
    (WALK_OFF, "Walk-off"),
    (MERCY, "Mercy rule"),
    *((key, f"Suspended, {half} of the inning") for key, half in HALVES.items()),
)
"""What a line can say; a concession takes the whole form."""


def read_line(
    line: Mapping[str, str], law: CommonLaw, staffs: Sequence[Sequence[PitcherChoice]] | None
) -> GameClaim:
    """The claim of a line: ``away_runs``, ``home_runs``, ``ending``, ``inning``, ``outs``, and with
    ``staffs`` ``away_pitchers`` and ``home_pitchers`` as ``Smith 7, Jones 2``, the starter
    first, whose innings may be left out.

    Refused, with the place: ``not-a-number``, ``innings-not-thirds``, ``nobody-by-that-name``,
    ``name-not-clear``, ``too-many-pitchers``, ``inning-missing`` of a suspended game, and what
    ``read_claim`` refuses.
    """
    ending = line.get("ending", USUAL)
    fields = {name: line.get(name, "") for name in ("away_runs", "home_runs", "inning", "outs")}
    found: list[Refusal] = []
    if ending in HALVES and not fields["inning"]:
        found.append(Refusal("inning-missing", "Say in which inning it was suspended.", "inning"))
    fields["half"] = HALVES.get(ending, "")
    fields["ending"] = (SUSPENDED if ending in HALVES else ending) or PLAYED
    for side, name in enumerate(SIDES):
        if staffs is not None:
            fields |= _pitchers(name, line.get(f"{name}_pitchers", ""), staffs[side], found)
    refuse_all(found)
    return read_claim(fields, law, pitchers=staffs is not None)


def _pitchers(
    name: str, written: str, staff: Sequence[PitcherChoice], found: list[Refusal]
) -> dict[str, str]:
    fields: dict[str, str] = {}
    words = [part.strip() for part in written.replace(";", ",").split(",") if part.strip()]
    place = ("visitors", "home side")[SIDES.index(name)]
    if len(words) > MOST_PITCHERS:
        found.append(
            Refusal("too-many-pitchers", f"At most {MOST_PITCHERS} pitchers have a line.", place)
        )
    for row, word in enumerate(words[:MOST_PITCHERS], start=1):
        who, _, last = word.rpartition(" ")
        has_innings = bool(who) and last.replace(".", "").isdecimal()
        try:
            player = _named(who if has_innings else word, staff, f"{place}, pitcher {row}")
        except Refused as refused:
            found += refused.refusals
            continue
        fields[f"{name}_pitcher_{row}"] = str(player.key)
        fields[f"{name}_outs_{row}"] = last if has_innings else ""
    return fields


def _named(written: str, staff: Sequence[PitcherChoice], place: str) -> PitcherChoice:
    """The player who is meant; a name is matched and never guessed."""
    asked = written.strip().casefold()
    exact = [player for player in staff if player.name.casefold() == asked]
    meant = exact or [player for player in staff if asked in player.name.casefold()]
    if len(meant) == 1:
        return meant[0]
    if not meant:
        raise Refused(
            Refusal(
                "nobody-by-that-name", f"Nobody on the staff is called {written[:40]!r}.", place
            )
        )
    names = ", ".join(player.name for player in meant[:5])
    raise Refused(
        Refusal("name-not-clear", f"{written[:40]!r} may be {names}.", place, {"meant": len(meant)})
    )
