"""How many streams one address and one person may hold open in a web process.

Each stream costs its process a thread for as long as it is open, and nothing ends it but its
reader.
"""

from collections import Counter
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from weakref import finalize

from config.refusals import Refusal, Refused

# Who holds IPv6 addresses holds at least so many of them.
ONE_HOLDER = 64


class Place:
    """One open stream. Its place is given up by ``leave``, or when nothing refers to it any more,
    as after an answer that could not be sent."""

    def __init__(self, taken: Counter[str], holders: list[str]) -> None:
        taken.update(holders)
        self.leave = finalize(self, give_up, taken, holders)


def give_up(taken: Counter[str], holders: list[str]) -> None:
    taken.subtract(holders)
    for holder in holders:
        if not taken[holder]:
            del taken[holder]


class Places:
    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def take(self, most: Mapping[str, int]) -> Place:
        """A place for these holders, each with the most it may have. Refused:
        ``too-many-streams``."""
        for holder, limit in most.items():
            if self.taken[holder] >= limit:
                kind = holder.partition(":")[0]
                raise Refused(
                    Refusal(
                        "too-many-streams",
                        f"There are {limit} streams open for this {kind} already: close one.",
                        facts={"most": limit},
                    )
                )
        return Place(self.taken, list(most))


def address_holder(address: str) -> str:
    """Under which name the streams of an address are counted."""
    try:
        found = ip_address(address)
    except ValueError:
        return "address:"
    if isinstance(found, IPv6Address):
        return f"address:{ip_network((found, ONE_HOLDER), strict=False)}"
    return f"address:{found}"
