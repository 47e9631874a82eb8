"""Another event like one there was."""

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from rosters.rules.editions.edition import changes
from rosters.rules.teams import TeamPlan
from tournaments.models import Entrant, Stage, Tournament
from tournaments.services.events import create_tournament
from tournaments.services.formats import choose_format
from tournaments.services.plans import TournamentPlan


def clone_tournament(*, tournament: Tournament, name: str, acting_user: User) -> Tournament:
    """Set up an event with the system, options, cards, rule edition, stages, tie-breaks, divisions
    and clubs of another one; who acts for them is invited anew. ``acting_user`` becomes its
    director. Refused as ``create_tournament`` refuses: ``tournament-name-taken`` first of all."""
    clubs = list(tournament.entrants.select_related("team").order_by("number"))
    stages = [
        stage.spec
        for stage in tournament.stages.order_by("number")
        if stage.kind != Stage.Kind.TIE_BREAK
    ]
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
                card_set=tournament.card_set.slug if tournament.card_set else "",
                edition_preset=tournament.preset.key,
                edition_fields=changes(tournament.edition, tournament.preset.edition)
                if tournament.has_edition
                else {},
            ),
            acting_user=acting_user,
        )
        choose_format(
            tournament=made, stages=stages, tie_order=tournament.ties, acting_user=acting_user
        )
        made.dropped_results = tournament.dropped_results
        made.save(update_fields=["dropped_results"])
        divisions = {club.number: club.division for club in clubs}
        copies = list(made.entrants.all())
        for copy in copies:
            copy.division = divisions[copy.number]
        Entrant.objects.bulk_update(copies, ["division"])
        log_action(
            code="tournament-cloned",
            actor=acting_user,
            scope=made.scope,
            subject=made,
            new={"from": tournament.name},
        )
    return Tournament.objects.get(pk=made.pk)
