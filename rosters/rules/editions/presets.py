"""The named presets of the tournament law, each with the document it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rosters.rules.editions.edition import RuleEdition, from_json


@dataclass(frozen=True)
class Preset:
    """A named edition: ``key`` is what is stored and requested. ``besides``: rules of its document
    that no field holds, so directors enforce them. ``paragraphs``: its fields are those of a
    document."""

    key: str
    name: str
    document: str
    date: str
    edition: RuleEdition
    besides: tuple[str, ...] = ()
    paragraphs: bool = True


PURESTRAT_2013: Final = Preset(
    "purestrat-2013", "Purestrat 2013", "Purestrat tournament rules", "about 2013", RuleEdition()
)


def _later(
    before: Preset,
    year: int,
    changes: Mapping[str, Mapping[str, object]],
    besides: tuple[str, ...] = (),
) -> Preset:
    return Preset(
        f"stpc-{year}",
        f"STPC {year}",
        f"STPC rule changes {year}",
        str(year),
        from_json(changes, before.edition),
        besides,
    )


STPC_2015: Final = _later(PURESTRAT_2013, 2015, {"pitching": {"accepted_start_keeps_turn": True}})
STPC_2016: Final = _later(
    STPC_2015,
    2016,
    {
        "series": {"high_roll": "chooses"},
        "pitching": {"rest_before_start": 3, "weak_starter_may_leave": True},
    },
)
STPC_2017: Final = _later(STPC_2016, 2017, {"pitching": {"weak_starter_may_leave": False}})
STPC_2020: Final = _later(
    STPC_2017,
    2020,
    {"games": {"mercy_margin": 0, "concession_behind": 13}},
    (
        "A chart decides plays of outfielders out of position.",
        "Double switches are eased.",
    ),
)
STPC_2024: Final = _later(
    STPC_2020,
    2024,
    {
        "draft": {"rounds": 27, "players": 26},
        "imputed": {"relievers": 7},
        # One computer team a division is recommended, no longer required.
        "divisions": {"imputed_teams": 14},
        "games": {"extra_runner_from": 10},
    },
    (
        "The runner of extra innings comes in the regular season and in tie-break games only.",
        "After the pre-roll nobody is moved unless bases or outs have changed.",
    ),
)

HOUSE_LEAGUE: Final = Preset(
    "house-league",
    "House league",
    "No document: ordinary baseball and what is usual in the house",
    "2026",
    from_json(
        {
            "divisions": {
                "least_participants": 2,
                "least_teams": 2,
                "most_teams": 30,
                "imputed_teams": 30,
            },
            "eligibility": {"starters_on_a_roster": 5, "relievers_on_a_roster": 6},
            "parks": {"own_parks_of_all": True},
            "substitutions": {"locked_innings": 0},
            "games": {
                "mercy_margin": 0,
                "mercy_after": 7,
                "mercy_mid_inning": False,
                "concession_margin": 1,
                "designated_hitter": True,
            },
        }
    ),
    paragraphs=False,
)
"""For games whose documents have no law of tournaments."""

PRESETS: Final[Mapping[str, Preset]] = {
    preset.key: preset
    for preset in (
        PURESTRAT_2013,
        STPC_2015,
        STPC_2016,
        STPC_2017,
        STPC_2020,
        STPC_2024,
        HOUSE_LEAGUE,
    )
}

USUAL: Final = PURESTRAT_2013
"""The default preset."""

DEFAULT: Final = USUAL.edition
