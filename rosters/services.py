"""The only place that writes clubs and their people."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import transaction

from config.journal.services import record
from config.people.models import User
from games.engine.refusals import Refusal, refuse_all
from games.engine.systems.purestrat.squad import LEAST_TENDENCY, MOST_TENDENCY, Tendencies
from rosters.doors import objections
from rosters.models import Team, TeamMember

BATTERS = 9
LONGEST_BATTER = 40


@dataclass(frozen=True)
class TeamPlan:
    """A club to be made: colours as #rrggbb, ``batting_order`` nine names or none."""

    name: str
    abbreviation: str
    colour: str = "#1f4d3a"
    accent: str = "#f3efe4"
    batting_order: Sequence[str] = ()

    def problems(self, place: str = "") -> list[Refusal]:
        """Everything that is wrong with the plan.

        ``place`` names the club among others; a club on its own is told which field is wrong.
        """
        found = []
        name = self.name.strip()
        if not 1 <= len(name) <= 60:
            found.append(
                Refusal(
                    "team-name-length", "A club's name has 1 to 60 characters.", place or "name"
                )
            )
        letters = self.abbreviation.strip()
        if not (2 <= len(letters) <= 4 and letters.isalnum()):
            found.append(
                Refusal(
                    "abbreviation-length",
                    f"{name or 'A club'} needs an abbreviation of 2 to 4 letters or digits.",
                    place or "abbreviation",
                )
            )
        found.extend(
            Refusal("not-a-colour", f"{colour!r} is not a colour written #rrggbb.", place or key)
            for key, colour in (("colour", self.colour), ("accent", self.accent))
            if not _is_colour(colour.lower())
        )
        if self.batting_order and len(self.batting_order) != BATTERS:
            found.append(
                Refusal(
                    "batting-order-length",
                    f"A batting order has nine names, not {len(self.batting_order)}.",
                    place or "batting_order",
                )
            )
        elif any(not 1 <= len(batter.strip()) <= LONGEST_BATTER for batter in self.batting_order):
            found.append(
                Refusal(
                    "batter-name-length",
                    f"A batter's name has 1 to {LONGEST_BATTER} characters.",
                    place or "batting_order",
                )
            )
        return found


def create_teams(*, plans: Sequence[TeamPlan]) -> list[Team]:
    """Make clubs in one go; the caller's transaction and log line cover them."""
    refuse_all(
        refusal
        for number, plan in enumerate(plans, start=1)
        for refusal in plan.problems(f"club {number}")
    )
    return Team.objects.bulk_create(
        Team(
            name=plan.name.strip(),
            abbreviation=plan.abbreviation.strip().upper(),
            colour=plan.colour.lower(),
            accent=plan.accent.lower(),
            batting_order=list(plan.batting_order),
        )
        for plan in plans
    )


def edit_problems(team: Team, plan: TeamPlan) -> list[Refusal]:
    """Everything that is wrong with changing the club so, in itself and where it plays."""
    return [*plan.problems(), *objections(team, plan)]


def edit_team(*, team: Team, plan: TeamPlan, acting_user: User) -> Team:
    """Change a club's name, letters, colours and batting order.

    Refused with everything that is wrong at once; places are the plan's fields.
    """
    refuse_all(edit_problems(team, plan))
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        before = _facts(team)
        team.name = plan.name.strip()
        team.abbreviation = plan.abbreviation.strip().upper()
        team.colour = plan.colour.lower()
        team.accent = plan.accent.lower()
        team.batting_order = [name.strip() for name in plan.batting_order]
        after = _facts(team)
        changed = [key for key in after if after[key] != before[key]]
        if not changed:
            return team
        team.save()
        record(
            code="team-changed",
            actor=acting_user,
            scope=team.scope,
            subject=team,
            old={key: before[key] for key in changed},
            new={key: after[key] for key in changed},
        )
    return team


TENDENCIES = tuple(field.name for field in fields(Tendencies))
"""What a manager can say of how his club plays."""


def tendency_problems(values: Mapping[str, int]) -> list[Refusal]:
    """``unknown-tendency`` and ``tendency-range``, each at its name."""
    found = []
    for name, value in values.items():
        if name not in TENDENCIES:
            known = ", ".join(TENDENCIES)
            found.append(Refusal("unknown-tendency", f"{name!r} is none of {known}.", name))
        elif not LEAST_TENDENCY <= value <= MOST_TENDENCY:
            found.append(
                Refusal(
                    "tendency-range",
                    f"{name.replace('_', ' ').capitalize()} is {LEAST_TENDENCY} to "
                    f"{MOST_TENDENCY}, not {value}.",
                    name,
                )
            )
    return found


def set_tendencies(*, team: Team, values: Mapping[str, int], acting_user: User) -> Team:
    """How the house's manager plays for a club from its next game on; what is not said is by the
    book. Refused as ``tendency_problems``."""
    refuse_all(tendency_problems(values))
    usual = asdict(Tendencies())
    wanted = {name: value for name, value in values.items() if value != usual[name]}
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        before = dict(team.tendencies)
        if wanted == before:
            return team
        team.tendencies = wanted
        team.save(update_fields=["tendencies"])
        record(
            code="tendencies-set",
            actor=acting_user,
            scope=team.scope,
            subject=team,
            old=before,
            new=wanted,
        )
    return team


def appoint(
    *, team: Team, user: User, role: str, scope: str, acting_user: User | None
) -> TeamMember:
    """Give a person a role in a club, or change the one they have."""
    with transaction.atomic():
        Team.objects.select_for_update().get(pk=team.pk)
        member, created = TeamMember.objects.get_or_create(
            team=team, user=user, defaults={"role": role}
        )
        before = None if created else {"role": member.role}
        if member.role != role:
            member.role = role
            member.save(update_fields=["role"])
        record(
            code="team-member-appointed",
            actor=acting_user,
            scope=scope,
            subject=member,
            old=before,
            new={"role": role, "person": str(user)},
        )
    return member


def dismiss(*, member: TeamMember, scope: str, acting_user: User) -> None:
    """Take a person's role in a club away."""
    with transaction.atomic():
        record(
            code="team-member-dismissed",
            actor=acting_user,
            scope=scope,
            subject=member,
            old={"role": member.role, "person": str(member.user)},
        )
        member.delete()


def _is_colour(text: str) -> bool:
    return re.fullmatch("#[0-9a-f]{6}", text) is not None


def _facts(team: Team) -> dict[str, Any]:
    return {
        "name": team.name,
        "abbreviation": team.abbreviation,
        "colour": team.colour,
        "accent": team.accent,
        "batting_order": list(team.batting_order),
    }
