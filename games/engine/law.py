"""The common law of baseball: what every game system shares, as options and one typed value."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.options import Option, Settings

COMMON_OPTIONS: tuple[Option, ...] = (
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
)


@dataclass(frozen=True)
class CommonLaw:
    """The common options of one game, read once."""

    innings: int = 9
    walk_off: bool = True
    max_innings: int = 0
    extra_runner_from: int = 0
    mercy_margin: int = 0
    mercy_after: int = 7
    mercy_mid_inning: bool = False
    concession: bool = True
    concession_margin: int = 1

    @classmethod
    def of(cls, settings: Settings) -> CommonLaw:
        """The law that settled settings describe."""
        return cls(
            innings=int(settings["innings"]),
            walk_off=bool(settings["walk_off"]),
            max_innings=int(settings["max_innings"]),
            extra_runner_from=int(settings["extra_runner_from"]),
            mercy_margin=int(settings["mercy_margin"]),
            mercy_after=int(settings["mercy_after"]),
            mercy_mid_inning=bool(settings["mercy_mid_inning"]),
            concession=bool(settings["concession"]),
            concession_margin=int(settings["concession_margin"]),
        )


def with_defaults(**changes: int | bool) -> tuple[Option, ...]:
    """The common options, some with another default: how a system states its own mercy rule."""
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
