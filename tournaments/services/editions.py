"""The rule edition of an event: chosen and changed before play begins, frozen at the start."""

from collections.abc import Mapping

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused
from games.card_games.registry import card_game, edition_settings
from games.sheets import opened_sheets
from rosters.rules.editions.edition import changes, to_json
from rosters.rules.editions.presets import PRESETS
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.drafts import draft_of
from tournaments.services.plans import edition_of


@for_directors
def change_edition(
    *,
    tournament: Tournament,
    preset: str,
    fields: Mapping[str, object],
    acting_user: User,
) -> Tournament:
    """Play an event under this preset of the tournament law with these fields changed, by part.
    What bears on play goes into its options.

    Refused: ``already-started``, ``no-edition`` in games that follow none, ``draft-set-up`` where
    the numbers of the draft would change under a draft, ``unknown-preset``, and everything that is
    wrong with the fields at once.
    """
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state != Tournament.State.SETUP:
            raise Refused(
                Refusal(
                    "already-started",
                    f"{tournament} is {tournament.get_state_display().lower()}: its rules stand.",
                )
            )
        if not tournament.has_edition:
            raise Refused(
                Refusal("no-edition", f"{tournament.system.name} follows no rule edition.")
            )
        before, edition = tournament.edition, edition_of(preset, fields, tournament.presets)
        drafted = draft_of(tournament) is not None
        if drafted and (before.draft, before.parks) != (edition.draft, edition.parks):
            raise Refused(
                Refusal(
                    "draft-set-up",
                    "The draft is set up under its rules; take it back to change them.",
                    "draft",
                )
            )
        old, old_preset = changes(before, edition), tournament.edition_preset
        new = changes(edition, before)
        decided = edition_settings(tournament.system, edition)
        tournament.edition_preset = preset
        tournament.edition_fields = changes(edition, PRESETS[preset].edition)
        tournament.settings = tournament.system.settings({**tournament.settings, **decided})
        tournament.save(update_fields=["edition_preset", "edition_fields", "settings"])
        if new or preset != old_preset:
            log_action(
                code="tournament-edition-changed",
                actor=acting_user,
                scope=tournament.scope,
                subject=tournament,
                old={"preset": old_preset, **old},
                new={"preset": preset, **new},
            )
            publish(tournament.scope)
    return tournament


def freeze_edition(tournament: Tournament) -> None:
    """Play begins, in the caller's transaction: the edition is copied whole, and every club's
    pitching sheet is opened under its law. The caller saves nothing of it."""
    if not tournament.has_edition:
        return
    edition = tournament.edition
    tournament.edition_fields = to_json(edition)
    tournament.save(update_fields=["edition_fields"])
    game = card_game(tournament.system)
    if game is not None and game.keeps_sheets(tournament.settings):
        teams = list(tournament.entrants.values_list("team_id", flat=True))
        opened_sheets(tournament.scope, teams, tournament.system_key)
