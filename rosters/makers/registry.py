"""The card makers there are."""

from __future__ import annotations

from config.refusals import Refusal, Refused
from rosters.makers.base import Maker
from rosters.makers.commons import CommonsMaker
from rosters.makers.purestrat.maker import PurestratMaker

MAKERS: dict[str, Maker] = {maker.system: maker for maker in (CommonsMaker(), PurestratMaker())}


def maker(system_key: str) -> Maker:
    """The card maker of a game system; ``no-card-maker`` where there is none."""
    found = MAKERS.get(system_key)
    if found is None:
        raise Refused(
            Refusal(
                "no-card-maker",
                f"There are no cards for {system_key!r}; there are for {', '.join(MAKERS)}.",
                "system",
                {"known": list(MAKERS)},
            )
        )
    return found


PLAIN = Maker()


def maker_or_plain(system_key: str) -> Maker:
    """The same for what is asked of cards that are there: those of a system without a maker print
    no ratings."""
    return MAKERS.get(system_key, PLAIN)
