"""The common law of baseball, shared by all game systems, as options and one typed value."""

from __future__ import annotations

from typing import Final

from games.engine.options import Option, Settings

COMMON_OPTIONS: Final[tuple[Option, ...]] = (
    Option("innings", "Innings", 9, "Innings of a regulation game.", least=1, most=18),
    Option(
        "walk_off",
        "Walk-off",
        True,
        "The home side's last turn is skipped when it already leads and ends when it goes ahead; "
        "only the runs needed count, except on a home run. Off: every half-inning is played out.",
        rules=("PD-023", "D3-005"),
    ),
    Option(
        "max_innings",
        "Last inning of a tie",
        0,
        "A game level after this inning is a tie; 0 plays on until somebody wins.",
        most=99,
    ),
    Option(
        "extra_runner_from",
        "Extra-inning runner from",
        0,
        "From this inning each half begins with a runner on second; 0 never.",
        most=99,
    ),
    Option(
        "mercy_margin",
        "Mercy margin",
        0,
        "A lead of this many runs ends the game early; 0 never.",
        most=50,
    ),
    Option(
        "mercy_after",
        "Mercy from inning",
        7,
        "Complete innings before the mercy rule may end a game.",
        least=1,
        most=18,
    ),
    Option(
        "mercy_mid_inning",
        "Mercy at mid-inning",
        False,
        "The bottom half is not played when the home side leads by the mercy margin after the top.",
    ),
    Option("concession", "Concession", True, "A side may give the game up."),
    Option(
        "concession_margin",
        "Margin of a conceded game",
        1,
        "The winner's runs are raised until the margin is at least this.",
        least=1,
        most=20,
    ),
    Option(
        "concession_behind",
        "Concession when behind",
        0,
        "A side may give up only when it is behind by this many runs less the completed innings; "
        "0 at any time.",
        most=50,
    ),
)


class CommonLaw:
    """The common options of one game, read once from complete settings; see ``COMMON_OPTIONS``."""

    __slots__ = (
        "concession",
        "concession_behind",
        "concession_margin",
        "extra_runner_from",
        "innings",
        "max_innings",
        "mercy_after",
        "mercy_margin",
        "mercy_mid_inning",
        "walk_off",
    )

    def __init__(self, settings: Settings) -> None:
        self.innings: Final = int(settings["innings"])
        self.walk_off: Final = bool(settings["walk_off"])
        self.max_innings: Final = int(settings["max_innings"])
        self.extra_runner_from: Final = int(settings["extra_runner_from"])
        self.mercy_margin: Final = int(settings["mercy_margin"])
        self.mercy_after: Final = int(settings["mercy_after"])
        self.mercy_mid_inning: Final = bool(settings["mercy_mid_inning"])
        self.concession: Final = bool(settings["concession"])
        self.concession_margin: Final = int(settings["concession_margin"])
        # Settings frozen before this option existed lack it.
        self.concession_behind: Final = int(settings.get("concession_behind", 0))


def with_defaults(**changes: int | bool) -> tuple[Option, ...]:
    """The common options, some with another default: a system states its own mercy rule this
    way."""
    unknown = changes.keys() - {option.key for option in COMMON_OPTIONS}
    if unknown:
        raise ValueError(f"no common option {', '.join(sorted(unknown))}")
    return tuple(
        Option(
            option.key,
            option.label,
            changes.get(option.key, option.default),
            option.help,
            option.choices,
            option.least,
            option.most,
            option.rules,
        )
        for option in COMMON_OPTIONS
    )
