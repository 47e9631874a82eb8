"""Write clubs; no other code does."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.journal.services import log_action
from config.lines import clean_line
from config.people.models import User
from config.people.scopes import verify_may
from config.refusals import Refusal, refuse_all
from rosters.access import may_edit, objections, system_played_by, with_system
from rosters.models import IDENTITY, Team
from rosters.rules.teams import TeamPlan, letters_of
from rosters.rules.tendencies import tendencies_of, tendency_problems


def create_teams(*, plans: Sequence[TeamPlan]) -> list[Team]:
    """Create clubs at once, in the caller's transaction, which logs it."""
    refuse_all(
        refusal
        for number, plan in enumerate(plans, start=1)
        for refusal in plan.problems(f"club {number}")
    )
    return Team.objects.bulk_create(
        Team(**_identity(plan), batting_order=[clean_line(name) for name in plan.batting_order])
        for plan in plans
    )


MOST_NAMES = 100
"""Changes of a club's name, letters or colors: each is kept for what it played until then."""

CHANGED_BY = "A club is changed by its managers, and by directors of what it plays in."


def edit_problems(team: Team, plan: TeamPlan) -> list[Refusal]:
    """Everything that is wrong with changing the club so, in itself and where it plays."""
    problems = [*plan.problems(), *objections(team, plan)]
    names = [getattr(team, field) for field in IDENTITY]
    if len(team.former_names) >= MOST_NAMES and names != list(_identity(plan).values()):
        said = f"A club changes its name, letters or colors {MOST_NAMES} times at most."
        problems.append(Refusal("too-many-names", said, "name"))
    return problems


def _identity(plan: TeamPlan) -> dict[str, str]:
    return {
        "name": clean_line(plan.name),
        "abbreviation": letters_of(plan.abbreviation),
        "colour": plan.colour.lower(),
        "accent": plan.accent.lower(),
    }


def edit_team(*, team: Team, plan: TeamPlan, acting_user: User) -> Team:
    """Change a club's name, abbreviation, colors and batting order.

    Refused: ``permission-denied``, and with everything that is wrong at once; places are the plan's
    fields.
    """
    verify_may(may_edit(acting_user, team), CHANGED_BY)
    refuse_all(edit_problems(team, plan))
    with transaction.atomic():
        team = Team.objects.select_for_update().get(pk=team.pk)
        before = _facts(team)
        for field, value in _identity(plan).items():
            setattr(team, field, value)
        team.batting_order = [clean_line(name) for name in plan.batting_order]
        after = _facts(team)
        changed = [key for key in after if after[key] != before[key]]
        if not changed:
            return team
        if any(key in IDENTITY for key in changed):
            names = {key: before[key] for key in IDENTITY}
            team.former_names.append({**names, "until": timezone.now().isoformat()})
        team.save()
        log_action(
            code="team-changed",
            actor=acting_user,
            scope=team.scope,
            subject=team,
            old={key: before[key] for key in changed},
            new={key: after[key] for key in changed},
        )
    return team


def set_tendencies(*, team: Team, values: Mapping[str, int], acting_user: User) -> Team:
    """Set how the computer manager plays for a club from its next game on; other tendencies are the
    default. Refused: ``permission-denied``, and as in ``tendency_problems``."""
    verify_may(may_edit(acting_user, team), CHANGED_BY)
    with transaction.atomic():
        team = with_system(Team.objects.select_for_update()).get(pk=team.pk)
        tendencies = tendencies_of(system_played_by(team))
        refuse_all(tendency_problems(values, tendencies))
        defaults = {tendency.key: tendency.usual for tendency in tendencies}
        changed_values = {key: value for key, value in values.items() if value != defaults[key]}
        old_values = dict(team.tendencies)
        if changed_values == old_values:
            return team
        team.tendencies = changed_values
        team.save(update_fields=["tendencies"])
        log_action(
            code="tendencies-set",
            actor=acting_user,
            scope=team.scope,
            subject=team,
            old=old_values,
            new=changed_values,
        )
    return team


def _facts(team: Team) -> dict[str, Any]:
    return {
        "name": team.name,
        "abbreviation": team.abbreviation,
        "colour": team.colour,
        "accent": team.accent,
        "batting_order": list(team.batting_order),
    }
