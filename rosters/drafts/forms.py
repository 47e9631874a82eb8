from dataclasses import asdict, replace
from typing import Any

from django import forms

from rosters.drafts.selectors.available import (
    POSITIONS,
    RELIEVER,
    SORTS,
    STARTER,
    AvailableView,
)
from rosters.drafts.selectors.figures import BY_KEY, FIGURES
from rosters.drafts.selectors.figures import HANDS as AGAINST
from rosters.makers.base import HITTER, PITCHER
from rosters.presenters.words import HANDS, POSITION_WORDS
from rosters.rules.draft.order import ORDERS
from rosters.rules.draft.settings import AT_ZERO, CLOCKS, SHAKES, AuctionTerms, Clock, DraftSettings
from rosters.rules.editions.law import DivisionLaw

LABELS = POSITION_WORDS | {STARTER: "May start", RELIEVER: "May relieve"}


def _sorts() -> list[tuple[str, Any]]:
    """The orders, those of hitters' and of pitchers' figures under their own heads."""
    own = {HITTER: "Hitters", PITCHER: "Pitchers"}
    usual = [(key, said) for key, said in SORTS.items() if key not in BY_KEY]
    return [
        *usual,
        *(
            (said, [(each.key, SORTS[each.key]) for each in FIGURES if each.kind == kind])
            for kind, said in own.items()
        ),
    ]


class AvailableForm(forms.Form):
    """What is asked of the players who are left; what makes no sense is not asked."""

    q = forms.CharField(
        label="Name",
        required=False,
        max_length=60,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    position = forms.ChoiceField(
        label="Position",
        required=False,
        choices=[("", "Any"), *((key, LABELS[key]) for key in POSITIONS)],
    )
    bats = forms.ChoiceField(
        label="Bats", required=False, choices=[("", "Either"), *((k, HANDS[k]) for k in "LRB")]
    )
    throws = forms.ChoiceField(
        label="Throws", required=False, choices=[("", "Either"), *((k, HANDS[k]) for k in "LR")]
    )
    sort = forms.ChoiceField(label="Best by", required=False, choices=_sorts)
    against = forms.ChoiceField(
        label="Bats against",
        required=False,
        choices=[("", "All"), *((hand, word.capitalize()) for hand, word in AGAINST.items())],
    )

    def view(self) -> AvailableView:
        """What was asked, as far as it could be read."""
        self.is_valid()
        return AvailableView(**{name: value for name, value in self.cleaned_data.items() if value})


class ClockForm(forms.Form):
    """How turns are timed."""

    kind = forms.ChoiceField(label="Clock", choices=list(CLOCKS.items()))
    seconds = forms.IntegerField(label="Seconds a pick", min_value=5)
    bank = forms.IntegerField(
        label="Time bank, seconds", min_value=0, help_text="More that a team has over the draft."
    )
    at_zero = forms.ChoiceField(label="When the time is up", choices=list(AT_ZERO.items()))
    opens = forms.TimeField(
        label="The clock runs from", required=False, widget=forms.TimeInput({"type": "time"})
    )
    closes = forms.TimeField(
        label="until",
        required=False,
        widget=forms.TimeInput({"type": "time"}),
        help_text="Both empty: day and night. Picks are made at any hour.",
    )
    zone = forms.CharField(label="Time zone", max_length=64, help_text="Such as Europe/London.")
    bid_seconds = forms.IntegerField(
        label="Auction: seconds after a bid",
        min_value=5,
        required=False,
        help_text="Where the clock runs for every pick; a nomination has the seconds of a pick.",
    )

    def __init__(self, data: Any = None, *, settings: DraftSettings, **options: Any) -> None:
        self.settings = settings
        initial = {**clock_values(settings), **options.pop("initial", {})}
        super().__init__(data, initial=initial, **options)

    def clock(self) -> Clock:
        """The clock that was chosen."""
        given = self.cleaned_data
        return Clock(
            given["kind"],
            given["seconds"],
            given.get("bank", 0),
            given["at_zero"],
            _minutes(given["opens"]),
            _minutes(given["closes"]),
            given["zone"],
        )


class NextClockForm(ClockForm):
    """How the turns after the present one are timed."""

    def __init__(self, data: Any = None, *, settings: DraftSettings) -> None:
        super().__init__(data, settings=settings, auto_id="dr-clock-%s")
        del self.fields["bank" if settings.is_auction else "bid_seconds"]

    def changes(self) -> dict[str, Any]:
        """What was chosen, as ``change_clock`` takes it."""
        return {**asdict(self.clock()), "bid_seconds": self.cleaned_data.get("bid_seconds")}


def clock_values(settings: DraftSettings) -> dict[str, Any]:
    """A clock as the fields of its form."""
    clock = settings.clock
    return asdict(clock) | {
        "opens": _time(clock.opens) if clock.nightly else "",
        "closes": _time(clock.closes) if clock.nightly else "",
        "bid_seconds": settings.auction.bid_seconds,
    }


class SettingsForm(ClockForm):
    """How a draft is timed and rolled for."""

    shake = forms.ChoiceField(
        label="Entrants roll", choices=[(f"{d}x{n}", said) for (d, n), said in SHAKES.items()]
    )
    order = forms.ChoiceField(label="Order", choices=list(ORDERS.items()))
    budget = forms.IntegerField(label="Auction: budget of a club", min_value=1, required=False)
    least = forms.IntegerField(label="Auction: least bid", min_value=1, required=False)
    sanctioned = forms.BooleanField(label="Sanctioned", required=False)
    double_up_round = forms.IntegerField(
        label="Last round of double-ups",
        min_value=0,
        help_text="To its first selection; 0: none are pulled back.",
    )

    field_order = (
        *("kind", "seconds", "bank", "at_zero", "opens", "closes", "zone"),
        *("shake", "order", "budget", "least", "bid_seconds"),
    )

    def __init__(self, data: Any = None, *, settings: DraftSettings, law: DivisionLaw) -> None:
        super().__init__(
            data,
            settings=settings,
            initial={
                "shake": f"{settings.die}x{settings.dice}",
                "order": settings.order,
                **asdict(settings.auction),
                "sanctioned": settings.sanctioned,
                "double_up_round": settings.double_up_round,
            },
        )
        self.fields["sanctioned"].help_text = (
            f"{law.least_teams} to {law.most_teams} teams a division, "
            f"{law.least_participants} participants at least."
        )

    def settled(self) -> DraftSettings:
        """The settings with what was chosen."""
        given = self.cleaned_data
        die, _, dice = given["shake"].partition("x")
        return replace(
            self.settings,
            order=given["order"],
            auction=AuctionTerms(
                *(
                    value if given[name] is None else given[name]
                    for name, value in asdict(self.settings.auction).items()
                )
            ),
            sanctioned=given["sanctioned"],
            double_up_round=given["double_up_round"],
            die=int(die),
            dice=int(dice),
            clock=self.clock(),
        )


def _time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _minutes(time: Any) -> int:
    return 0 if time is None else time.hour * 60 + time.minute
