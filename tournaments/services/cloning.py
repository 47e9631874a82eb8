"""Set up a new event like an existing one."""

import calendar
import re
from typing import Final

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from games.clocks import allowance_in
from games.services.clocks import set_terms
from rosters.editions import presets_for, usual_preset
from rosters.rules.editions.edition import changes
from rosters.rules.teams import TeamPlan
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.services.events import create_tournament
from tournaments.services.formats import choose_format, place_clubs
from tournaments.services.plans import TournamentPlan

LONGEST_NAME: Final = 80


def next_name(name: str) -> str:
    """The name of the event after one of this name: with the next month, the next number, or a 2;
    never longer than a name may be."""
    months = [calendar.month_name[month] for month in range(1, 13)]
    month = re.search(rf"\b({'|'.join(months)})\b", name)
    number = re.search(r"([0-9]{1,9})(?=[^0-9]*$)", name)
    if month is not None:
        at = months.index(month[1])
        # After December the year, where the name has one, is the next.
        if at == 11 and number is not None:
            name = _counted(name, number)
        found = name.replace(month[1], months[(at + 1) % 12], 1)
    elif number is not None:
        found = _counted(name, number)
    else:
        found = f"{name} 2"
    return found if len(found) <= LONGEST_NAME else name[: LONGEST_NAME - 2] + " 2"


def _counted(name: str, number: re.Match[str]) -> str:
    following = str(int(number[1]) + 1).zfill(len(number[1]))
    return f"{name[: number.start()]}{following}{name[number.end() :]}"


@for_directors
def clone_tournament(*, tournament: Tournament, name: str, acting_user: User) -> Tournament:
    """Set up an event with the system, options, cards, rule edition, clock, stages, tie-breaks,
    divisions and clubs of another one; their managers are invited anew. ``acting_user`` becomes its
    director. Refused as ``create_tournament`` refuses: ``tournament-name-taken`` first."""
    clubs = list(tournament.entrants.select_related("team").order_by("number"))
    stages = [
        stage.spec for stage in tournament.stages.order_by("number") if not stage.is_tie_break
    ]
    preset = presets_for(tournament.system_key).get(tournament.preset.key)
    if preset is None:
        # An event of before may have one of another game: its law is kept, told by this game's.
        preset = usual_preset(tournament.system_key)
    with transaction.atomic():
        made = create_tournament(
            plan=TournamentPlan(
                name=name,
                system_key=tournament.system_key,
                clubs=[
                    TeamPlan(
                        club.team.name,
                        club.team.abbreviation,
                        club.team.colour,
                        club.team.accent,
                        club.team.batting_order,
                    )
                    for club in clubs
                ],
                settings=tournament.settings,
                visibility=tournament.visibility,
                time_zone=tournament.time_zone,
                card_set=tournament.card_set.slug if tournament.card_set else "",
                edition_preset=preset.key,
                edition_fields=changes(tournament.edition, preset.edition)
                if tournament.has_edition
                else {},
            ),
            acting_user=acting_user,
        )
        divisions = {club.number: club.division for club in clubs}
        place_clubs(made, divisions, acting_user=acting_user, as_drafted=True)
        choose_format(
            tournament=made, stages=stages, tie_order=tournament.ties, acting_user=acting_user
        )
        made.dropped_results = tournament.dropped_results
        made.points = tournament.points
        set_terms(
            scope=made.scope,
            allowance=allowance_in(tournament.scope),
            acting_user=acting_user,
            subject=made,
        )
        made.save(update_fields=["dropped_results", "points"])
        log_action(
            code="tournament-cloned",
            actor=acting_user,
            scope=made.scope,
            subject=made,
            new={"from": tournament.name},
        )
    return Tournament.objects.get(pk=made.pk)
