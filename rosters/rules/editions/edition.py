"""A rule edition: all parts of the tournament law as one value, with its JSON form and comparisons.

An event copies its edition when it starts; ``to_json`` and ``from_json`` are how it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_type_hints

from config.refusals import Refusal, refuse_all
from games.engine.options import Option, Value
from rosters.rules.editions.fields import options, problems, values
from rosters.rules.editions.law import (
    DivisionLaw,
    DraftLaw,
    EligibilityLaw,
    GameLaw,
    ImputedLaw,
    ParkLaw,
    PitchingLaw,
    SeriesLaw,
    ShootoutLaw,
    SubstitutionLaw,
)


@dataclass(frozen=True)
class RuleEdition:
    divisions: DivisionLaw = field(default_factory=DivisionLaw)
    draft: DraftLaw = field(default_factory=DraftLaw)
    eligibility: EligibilityLaw = field(default_factory=EligibilityLaw)
    imputed: ImputedLaw = field(default_factory=ImputedLaw)
    parks: ParkLaw = field(default_factory=ParkLaw)
    pitching: PitchingLaw = field(default_factory=PitchingLaw)
    substitutions: SubstitutionLaw = field(default_factory=SubstitutionLaw)
    games: GameLaw = field(default_factory=GameLaw)
    series: SeriesLaw = field(default_factory=SeriesLaw)
    shootouts: ShootoutLaw = field(default_factory=ShootoutLaw)


TITLES: Final[Mapping[str, str]] = {
    "divisions": "Divisions",
    "draft": "Draft",
    "eligibility": "Players and squads",
    "imputed": "Imputed teams",
    "parks": "Ballparks",
    "pitching": "Pitching",
    "substitutions": "Substitutions",
    "games": "Games",
    "series": "Series",
    "shootouts": "Shoot-outs",
}
"""The parts in page order."""

PARTS: Final[Mapping[str, type[Any]]] = get_type_hints(RuleEdition)


@dataclass(frozen=True)
class Difference:
    part: str
    option: Option
    ours: Value
    theirs: Value


def to_json(edition: RuleEdition) -> dict[str, dict[str, Value]]:
    """Every field by part: plain values, as JSON stores them."""
    return {part: values(getattr(edition, part)) for part in PARTS}


def from_json(data: object, base: RuleEdition | None = None) -> RuleEdition:
    """The edition that ``to_json`` wrote, or requested changes to ``base`` (the default edition);
    fields that are not given are those of ``base``.

    Refused, everything at once: ``edition-not-an-object``, ``part-not-an-object``,
    ``unknown-part``, ``unknown-field``, a value of the wrong kind, out of range or not offered, and
    what ``contradictions`` finds.
    """
    refuse_all(_form_problems(data))
    base = base or RuleEdition()
    changes_by_part: Mapping[str, Mapping[str, Any]] = data  # type: ignore[assignment]
    refuse_all(
        problem
        for part, law in PARTS.items()
        for problem in problems(part, law, changes_by_part.get(part, {}))
    )
    edition = RuleEdition(
        **{
            part: law(**{**values(getattr(base, part)), **changes_by_part.get(part, {})})
            for part, law in PARTS.items()
        }
    )
    refuse_all(contradictions(edition))
    return edition


def differences(ours: RuleEdition, theirs: RuleEdition) -> list[Difference]:
    """The fields in which two editions differ, in page order."""
    return [
        Difference(part, option, our_value, their_value)
        for part, law in PARTS.items()
        for option in options(law)
        if (our_value := getattr(getattr(ours, part), option.key))
        != (their_value := getattr(getattr(theirs, part), option.key))
    ]


def changes(edition: RuleEdition, base: RuleEdition) -> dict[str, dict[str, Value]]:
    """The changes with which ``from_json`` makes the edition from ``base``: the fields that
    differ."""
    changed: dict[str, dict[str, Value]] = {}
    for difference in differences(edition, base):
        changed.setdefault(difference.part, {})[difference.option.key] = difference.ours
    return changed


def contradictions(edition: RuleEdition) -> list[Refusal]:
    """Combinations of fields that cannot hold at once although each field is within its bounds: the
    place is the field refused first."""
    divisions, draft, imputed = edition.divisions, edition.draft, edition.imputed
    pitching, roster = edition.pitching, edition.eligibility
    hitters = (
        imputed.catchers
        + imputed.first_basemen
        + imputed.second_basemen
        + imputed.third_basemen
        + imputed.shortstops
        + imputed.left_fielders
        + imputed.centre_fielders
        + imputed.right_fielders
    )
    conditions = (
        (
            draft.rounds == draft.players + draft.ballparks,
            "draft.rounds",
            f"{draft.rounds} rounds are not {draft.players} players and {draft.ballparks} "
            "ballparks.",
        ),
        (
            draft.double_up_round <= draft.rounds,
            "draft.double_up_round",
            f"There is no round {draft.double_up_round} in a draft of {draft.rounds}.",
        ),
        (
            divisions.least_teams <= divisions.most_teams,
            "divisions.least_teams",
            f"A division cannot have at least {divisions.least_teams} and at most "
            f"{divisions.most_teams} teams.",
        ),
        (
            divisions.imputed_teams <= divisions.most_teams,
            "divisions.imputed_teams",
            f"{divisions.imputed_teams} imputed teams do not fit into a division of at most "
            f"{divisions.most_teams}.",
        ),
        (
            hitters + imputed.starters + imputed.relievers == draft.players,
            "imputed",
            f"An imputed team of {hitters} hitters, {imputed.starters} starters and "
            f"{imputed.relievers} relievers is not a squad of {draft.players}.",
        ),
        (
            roster.starters_on_a_roster <= imputed.starters,
            "imputed.starters",
            f"An imputed team with {imputed.starters} starters is not legal: "
            f"{roster.starters_on_a_roster} are asked for.",
        ),
        (
            roster.relievers_on_a_roster <= imputed.relievers,
            "imputed.relievers",
            f"An imputed team with {imputed.relievers} relievers is not legal: "
            f"{roster.relievers_on_a_roster} are asked for.",
        ),
        (
            pitching.starter_least_outs <= pitching.starter_most_outs,
            "pitching.starter_least_outs",
            f"A starter who stays for {pitching.starter_least_outs} outs cannot leave after "
            f"{pitching.starter_most_outs}.",
        ),
        (
            edition.shootouts.starters_until < edition.shootouts.all_return,
            "shootouts.starters_until",
            f"Pitchers return in inning {edition.shootouts.all_return}; until inning "
            f"{edition.shootouts.starters_until} only starters may pitch.",
        ),
    )
    return [
        Refusal("edition-contradicts-itself", sentence, place)
        for holds, place, sentence in conditions
        if not holds
    ]


def _form_problems(data: object) -> list[Refusal]:
    if not isinstance(data, Mapping):
        return [Refusal("edition-not-an-object", "A rule edition is its parts by name.", "edition")]
    refusals = []
    for part, part_values in data.items():
        if part not in PARTS:
            known = ", ".join(PARTS)
            refusals.append(
                Refusal("unknown-part", f"There is no part {part!r}; there are {known}.", str(part))
            )
        elif not isinstance(part_values, Mapping):
            refusals.append(
                Refusal("part-not-an-object", f"{TITLES[part]} is its fields by name.", str(part))
            )
    return refusals
