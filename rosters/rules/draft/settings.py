"""What an event may set about its draft; the defaults are those of the rule document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from config.refusals import Refusal, refuse_all
from rosters.rules.draft.order import AUCTION, ORDERS
from rosters.rules.editions.edition import RuleEdition
from rosters.rules.editions.fields import problems as field_problems
from rosters.rules.editions.law import ImputedLaw
from rosters.rules.editions.presets import DEFAULT

_T = TypeVar("_T", bound="DraftSettings | Clock | AuctionTerms | ImputedLaw")

NO_CLOCK: Final = "none"
PER_PICK: Final = "per-pick"
STAGGERED: Final = "staggered"
CLOCKS: Final = {
    NO_CLOCK: "No clock",
    PER_PICK: "So long for every pick",
    STAGGERED: "A pick falls due every so often",
}

WAIT: Final = "wait"
SKIP: Final = "skip"
AUTO: Final = "auto"
AT_ZERO: Final = {
    WAIT: "Nothing happens; everybody waits",
    SKIP: "The turn is passed over and comes back",
    AUTO: "The house picks",
}

GRACE: Final = 2
"""Seconds after a deadline in which a pick still counts, for network delay."""

LONGEST: Final = 7 * 24 * 3600
"""The most seconds that a clock or a time bank may have."""

DAY: Final = 24 * 60

MOST_PLAYING: Final = 700
"""The most at-bats or innings that may be required of a player."""


@dataclass(frozen=True)
class Clock:
    """How a turn is timed.

    ``seconds`` for a pick, or between two that fall due; ``bank``: extra seconds that a team has
    over the whole draft, for per-pick clocks. ``opens`` and ``closes`` are minutes of the day in
    ``zone`` between which the clock runs; equal: it runs day and night. Outside them nothing falls
    due, but picks may be made.
    """

    kind: str = NO_CLOCK
    seconds: int = 120
    bank: int = 0
    at_zero: str = WAIT
    opens: int = 0
    closes: int = 0
    zone: str = "UTC"

    @property
    def nightly(self) -> bool:
        return self.opens != self.closes

    def problems(self) -> list[Refusal]:
        """``unknown-clock``, ``clock-seconds``, ``clock-bank``, ``unknown-at-zero``,
        ``clock-window``, ``unknown-zone``."""
        refusals = []
        if self.kind not in CLOCKS:
            refusals.append(
                Refusal(
                    "unknown-clock", f"{self.kind!r} is none of {', '.join(CLOCKS)}.", "clock.kind"
                )
            )
        if not 5 <= self.seconds <= LONGEST:
            refusals.append(
                Refusal("clock-seconds", "A clock has 5 seconds to a week.", "clock.seconds")
            )
        if not 0 <= self.bank <= LONGEST:
            refusals.append(Refusal("clock-bank", "A time bank has up to a week.", "clock.bank"))
        if self.bank and self.kind != PER_PICK:
            refusals.append(
                Refusal(
                    "clock-bank", "Only a clock that runs for every pick has a bank.", "clock.bank"
                )
            )
        if self.at_zero not in AT_ZERO:
            refusals.append(
                Refusal(
                    "unknown-at-zero",
                    f"{self.at_zero!r} is none of {', '.join(AT_ZERO)}.",
                    "clock.at_zero",
                )
            )
        if not (0 <= self.opens < DAY and 0 <= self.closes < DAY):
            refusals.append(
                Refusal("clock-window", "A time of day is 00:00 to 23:59.", "clock.opens")
            )
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            refusals.append(
                Refusal("unknown-zone", f"There is no time zone {self.zone[:40]!r}.", "clock.zone")
            )
        return refusals


RICHEST: Final = 100_000
"""The most money that a club may have."""


@dataclass(frozen=True)
class AuctionTerms:
    """How an auction runs: a club's budget, the least bid, and the seconds in which a bid may be
    topped; with a clock, its seconds are those of a nomination."""

    budget: int = 260
    least: int = 1
    bid_seconds: int = 15

    def problems(self) -> list[Refusal]:
        """``auction-money``, ``auction-seconds``."""
        refusals = []
        if not 1 <= self.least <= self.budget <= RICHEST:
            refusals.append(
                Refusal(
                    "auction-money",
                    f"A club has up to {RICHEST:,} to spend, and the least bid is from 1 to that.",
                    "auction.budget",
                )
            )
        if not 5 <= self.bid_seconds <= LONGEST:
            refusals.append(
                Refusal(
                    "auction-seconds",
                    "After a bid there are 5 seconds to a week.",
                    "auction.bid_seconds",
                )
            )
        return refusals


SHAKES: Final = {(20, 1): "One d20", (100, 1): "One d100", (20, 4): "Four d20, added"}


@dataclass(frozen=True)
class DraftSettings:
    """An event's draft; the defaults are those of the default rule edition.

    ``order``: one of ``order.ORDERS``. ``sanctioned``: T0.02c and T0.12 hold, a division has 8 to
    14 teams and an event six participants. ``double_up_round``: the last round whose first
    selection may be pulled back (0: none), ``double_up_drafters``: how many others may not have
    selected by then, ``double_up_turn``: whether either pick of a turn may (A-D11). ``own_park``:
    the first manager to take a park may describe their own (T0.02e), or all may
    (``own_parks_of_all``). ``starters``: pitchers who may start, at least (T10.2c); ``back_ups``:
    an injury may open no position (T31.10b). ``least_relievers``: relievers a squad must have; the
    rule document asks for none. ``least_at_bats`` and ``least_innings``: what a player must have,
    in games whose squads ask for it. ``imputed``: what the squads of the computer manager are made
    of. ``auction``: its terms, if the order is an auction.
    """

    players: int = DEFAULT.draft.players
    order: str = DEFAULT.draft.order
    die: int = DEFAULT.draft.slot_die
    dice: int = DEFAULT.draft.slot_rolls
    sanctioned: bool = True
    double_up_round: int = DEFAULT.draft.double_up_round
    double_up_drafters: int = DEFAULT.draft.double_up_drafters
    double_up_turn: bool = DEFAULT.draft.double_up_whole_turn
    own_park: bool = True
    own_parks_of_all: bool = False
    starters: int = DEFAULT.eligibility.starters_on_a_roster
    back_ups: bool = DEFAULT.eligibility.back_ups
    least_relievers: int = 0
    least_at_bats: int = 0
    least_innings: int = 0
    imputed: ImputedLaw = DEFAULT.imputed
    clock: Clock = field(default_factory=Clock)
    auction: AuctionTerms = field(default_factory=AuctionTerms)

    @property
    def is_auction(self) -> bool:
        return self.order == AUCTION

    def problems(self) -> list[Refusal]:
        """Everything that is wrong: ``squad-size``, ``unknown-order``, ``double-up-numbers``,
        ``unknown-dice``, ``least-relievers``, ``least-starters``, ``least-playing-time``, the
        imputed plan's, the clock's and the auction's; ``auction-clock`` for a clock that an auction
        cannot have."""
        refusals = []
        if not 20 <= self.players <= 60:
            refusals.append(Refusal("squad-size", "A squad has 20 to 60 players.", "players"))
        if self.order not in ORDERS:
            refusals.append(
                Refusal("unknown-order", f"{self.order!r} is none of {', '.join(ORDERS)}.", "order")
            )
        if not (0 <= self.double_up_round <= 60 and 1 <= self.double_up_drafters <= 30):
            refusals.append(
                Refusal(
                    "double-up-numbers",
                    "Double-ups end with a round up to 60 and with 1 to 30 other drafters.",
                    "double_up_round",
                )
            )
        if (self.die, self.dice) not in SHAKES:
            refusals.append(
                Refusal(
                    "unknown-dice",
                    f"Entrants roll {', '.join(SHAKES.values())}; not {self.dice} d{self.die}.",
                    "die",
                )
            )
        if not 0 <= self.least_relievers <= 12:
            refusals.append(
                Refusal(
                    "least-relievers",
                    "A squad may be asked for 0 to 12 relievers.",
                    "least_relievers",
                )
            )
        for name, what in (("least_at_bats", "at-bats"), ("least_innings", "innings")):
            if not 0 <= getattr(self, name) <= MOST_PLAYING:
                refusals.append(
                    Refusal(
                        "least-playing-time",
                        f"A player may be asked for 0 to {MOST_PLAYING} {what}.",
                        name,
                    )
                )
        if not 0 <= self.starters <= self.players:
            refusals.append(
                Refusal("least-starters", "A squad may be asked for 0 to all to start.", "starters")
            )
        imputed_refusals = field_problems("imputed", ImputedLaw, asdict(self.imputed))
        if self.is_auction and (self.clock.kind == STAGGERED or self.clock.bank):
            refusals.append(
                Refusal(
                    "auction-clock",
                    "In an auction the clock runs for every nomination and bid, without a bank.",
                    "clock.kind",
                )
            )
        return [*refusals, *imputed_refusals, *self.clock.problems(), *self.auction.problems()]


def settings_of(edition: RuleEdition) -> DraftSettings:
    law = edition.draft
    return DraftSettings(
        players=law.players,
        order=law.order,
        die=law.slot_die,
        dice=law.slot_rolls,
        double_up_round=law.double_up_round,
        double_up_drafters=law.double_up_drafters,
        double_up_turn=law.double_up_whole_turn,
        own_park=edition.parks.own_park,
        own_parks_of_all=edition.parks.own_parks_of_all,
        starters=edition.eligibility.starters_on_a_roster,
        least_relievers=edition.eligibility.relievers_on_a_roster,
        back_ups=edition.eligibility.back_ups,
        imputed=edition.imputed,
    )


def write_settings(settings: DraftSettings) -> dict[str, Any]:
    return asdict(settings)


def read_settings(given: Mapping[str, Any], usual: DraftSettings | None = None) -> DraftSettings:
    """The inverse of ``write_settings``, also for settings that a client sent; what is left out is
    taken from ``usual``, by default the document's settings.

    Refused with everything at once: ``unknown-setting``, ``wrong-setting`` for a value of another
    kind, and whatever ``DraftSettings.problems`` says.
    """
    usual = usual or DraftSettings()
    problems: list[Refusal] = []
    plain = {
        name: value for name, value in given.items() if name not in ("clock", "imputed", "auction")
    }
    settings = replace(
        _read(usual, plain, "", problems),
        clock=_read(Clock(), _part(given, "clock", problems), "clock.", problems),
        auction=_read(usual.auction, _part(given, "auction", problems), "auction.", problems),
        imputed=_read(usual.imputed, _part(given, "imputed", problems), "imputed.", problems),
    )
    refuse_all([*problems, *settings.problems()])
    return settings


def _part(given: Mapping[str, Any], name: str, problems: list[Refusal]) -> Mapping[str, Any]:
    """The settings under a name that has settings of its own."""
    part = given.get(name, {})
    if isinstance(part, Mapping):
        return part
    problems.append(Refusal("wrong-setting", f"{name.title()} has settings of its own.", name))
    return {}


def _read(usual: _T, given: Mapping[str, Any], prefix: str, problems: list[Refusal]) -> _T:
    current = {setting.name: getattr(usual, setting.name) for setting in fields(usual)}
    valid = {}
    for name, value in given.items():
        if name not in current:
            problems.append(
                Refusal("unknown-setting", f"A draft has no setting {name[:40]!r}.", prefix + name)
            )
        elif type(value) is not type(current[name]):
            problems.append(
                Refusal("wrong-setting", f"{value!r} is no value for {name}.", prefix + name)
            )
        else:
            valid[name] = value
    return replace(usual, **valid)
