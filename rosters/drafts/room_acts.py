"""What is done to a division of a draft that is under way, each act once: the room's forms and the
API's operations are made of this table, and ``services`` do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from config.moments import MomentSentField
from config.people.models import User
from config.rest import Values
from rosters.drafts.models import Draft
from rosters.drafts.seating import Actor, directing, sitting
from rosters.drafts.services import bidding, picking
from rosters.drafts.services import directing as of_director
from rosters.rules.draft.settings import AT_ZERO, CLOCKS, DAY, LONGEST

MOST_KEY = 2**63 - 1
"""No row's key is larger."""


class DivisionAskedSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField(default=1, min_value=1, max_value=99)


class SlotSentSerializer(DivisionAskedSerializer):
    slot = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Left out: one's own."
    )


class PickNamedSerializer(SlotSentSerializer):
    pick = serializers.IntegerField(min_value=1, max_value=9999)


class ThingSentSerializer(PickNamedSerializer):
    card = serializers.IntegerField(required=False, min_value=1, max_value=MOST_KEY)
    park = serializers.CharField(required=False, max_length=100, help_text="A park's key.")


MOST_MONEY = 10**9
"""More than anyone bids; what is too much is the law's to say."""


def _money(**given: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_MONEY, **given)


class LotNamedSerializer(DivisionAskedSerializer):
    lot = serializers.IntegerField(
        min_value=1, max_value=MOST_KEY, help_text="As the board numbers what is on the block."
    )


class LotSentSerializer(LotNamedSerializer, SlotSentSerializer):
    pass


class BidSentSerializer(LotSentSerializer):
    amount = _money()


class MaximumSentSerializer(LotSentSerializer):
    amount = _money(allow_null=True, help_text="Null: no maximum.")


class NominationSentSerializer(SlotSentSerializer):
    opening = _money(required=False, help_text="Left out: the least bid.")
    card = serializers.IntegerField(required=False, min_value=1, max_value=MOST_KEY)
    park = serializers.CharField(required=False, max_length=100, help_text="A park's key.")


class SaleSentSerializer(DivisionAskedSerializer):
    buyer = serializers.IntegerField(min_value=1, max_value=99, help_text="The slot that pays.")
    price = _money()
    card = serializers.IntegerField(required=False, min_value=1, max_value=MOST_KEY)
    park = serializers.CharField(required=False, max_length=100, help_text="A park's key.")


class SwapSentSerializer(DivisionAskedSerializer):
    one = serializers.IntegerField(min_value=1, max_value=9999)
    other = serializers.IntegerField(min_value=1, max_value=9999)


class PauseSentSerializer(DivisionAskedSerializer):
    when = MomentSentField(allow_null=True, help_text="Null: no pause is planned.")


class ClockSentSerializer(DivisionAskedSerializer):
    """What is left out stays as it is."""

    kind = serializers.ChoiceField(required=False, choices=list(CLOCKS))
    seconds = serializers.IntegerField(
        required=False, min_value=5, max_value=LONGEST, help_text="Of a turn or a nomination."
    )
    bank = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LONGEST,
        help_text="Of the whole draft; what a club has used stays used.",
    )
    at_zero = serializers.ChoiceField(required=False, choices=list(AT_ZERO))
    opens = serializers.IntegerField(
        required=False, min_value=0, max_value=DAY - 1, help_text="Minutes of the day."
    )
    closes = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=DAY - 1,
        help_text="Minutes of the day; equal to `opens`: the clock runs day and night.",
    )
    zone = serializers.CharField(required=False, max_length=64)
    bid_seconds = serializers.IntegerField(
        required=False, min_value=5, max_value=LONGEST, help_text="Of an auction, after a bid."
    )


class DrafterSentSerializer(SlotSentSerializer):
    drafter = serializers.ChoiceField(choices=["manager", "house"])


@dataclass(frozen=True)
class RoomAct:
    """One act: what is sent for it, who does it, and what is said of it afterwards.

    ``do`` is a service, which refuses users who may not. ``by_seat``: done by a user who acts for a
    seat, by the user's own where none is sent; otherwise by a director. ``put``: sent twice it is
    the same.
    """

    summary: str
    fields: type[serializers.Serializer[Any]]
    do: Callable[..., Any]
    said: Callable[[Values], str]
    by_seat: bool = False
    put: bool = False

    def done(self, user: User, draft: Draft, sent: Values) -> Actor:
        """Do it; as who it was done. Others find no draft, or no seat."""
        told = dict(sent)
        division, slot = told.pop("division"), told.pop("slot", None)
        actor: Actor = (
            sitting(user, draft, division, slot)
            if self.by_seat
            else directing(user, draft, division)
        )
        self.do(**actor.arguments, **told)
        return actor


ACTS: Mapping[str, RoomAct] = {
    "pause": RoomAct(
        "Stop the clock",
        DivisionAskedSerializer,
        of_director.pause,
        lambda _: "The draft is paused.",
    ),
    "resume": RoomAct(
        "Let the clock run on",
        DivisionAskedSerializer,
        of_director.resume,
        lambda _: "The draft goes on.",
    ),
    "planned-pause": RoomAct(
        "Plan a pause, or plan none",
        PauseSentSerializer,
        of_director.plan_pause,
        lambda sent: "The pause is planned." if sent["when"] else "No pause is planned.",
        put=True,
    ),
    "clock": RoomAct(
        "Time the turns after the present one otherwise",
        ClockSentSerializer,
        of_director.change_clock,
        lambda _: "The clock is changed from the next turn on.",
        put=True,
    ),
    "skip": RoomAct(
        "Pass the present turn over",
        DivisionAskedSerializer,
        of_director.skip,
        lambda _: "The turn is passed over.",
    ),
    "swap": RoomAct(
        "Let two picks that are still to come change owners",
        SwapSentSerializer,
        of_director.swap_picks,
        lambda sent: f"Picks {sent['one']} and {sent['other']} have changed owners.",
    ),
    "replace": RoomAct(
        "Put another card or park where a wrong one stands",
        ThingSentSerializer,
        of_director.replace_pick,
        lambda sent: f"Pick {sent['pick']} is replaced.",
    ),
    "drafter": RoomAct(
        "Have the house pick for a seat from now on, or its manager",
        DrafterSentSerializer,
        of_director.change_drafter,
        lambda _: "Settled.",
        by_seat=True,
        put=True,
    ),
    "rescind": RoomAct(
        "Pull a double-up back",
        PickNamedSerializer,
        picking.rescind,
        lambda sent: f"Pick {sent['pick']} is pulled back.",
        by_seat=True,
    ),
    "keep": RoomAct(
        "Keep what was selected after another's double-up",
        SlotSentSerializer,
        picking.keep,
        lambda _: "Kept.",
        by_seat=True,
    ),
    "exchange": RoomAct(
        "Exchange what was selected after another's double-up",
        ThingSentSerializer,
        picking.exchange,
        lambda sent: f"Pick {sent['pick']} is exchanged.",
        by_seat=True,
    ),
    "nominate": RoomAct(
        "In an auction put a card or park on the block",
        NominationSentSerializer,
        bidding.nominate,
        lambda _: "Nominated.",
        by_seat=True,
    ),
    "bid": RoomAct(
        "Bid on what is on the block",
        BidSentSerializer,
        bidding.bid,
        lambda sent: f"{sent['amount']} is bid.",
        by_seat=True,
    ),
    "pass-lot": RoomAct(
        "Be out of the bidding for what is on the block",
        LotSentSerializer,
        bidding.pass_lot,
        lambda _: "You are out, unless you bid again.",
        by_seat=True,
    ),
    "maximum": RoomAct(
        "Have your bids raised up to an amount that nobody else learns",
        MaximumSentSerializer,
        bidding.set_maximum,
        lambda sent: (
            "You have no maximum."
            if sent["amount"] is None
            else f"Bids are raised for you up to {sent['amount']}."
        ),
        by_seat=True,
        put=True,
    ),
    "hammer": RoomAct(
        "Sell what is on the block to the club that leads",
        LotNamedSerializer,
        bidding.hammer,
        lambda _: "Sold.",
    ),
    "sell": RoomAct(
        "Enter what was sold at a table",
        SaleSentSerializer,
        bidding.sell,
        lambda sent: f"Sold for {sent['price']}.",
    ),
}
