from typing import Any

from django.core.management.base import BaseCommand

from tournaments.models import Tournament
from tournaments.services.events import close_tournament


class Command(BaseCommand):
    help = (
        "Write anew what events that are over came to: the archive and the all-time records. They "
        "follow every result by themselves; this is for events that were over before there were "
        "any."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        over = Tournament.objects.filter(state=Tournament.State.COMPLETE).order_by("pk")
        for pk in over.values_list("pk", flat=True):
            tournament = close_tournament(tournament_id=pk, acting_user=None)
            self.stdout.write(f"{tournament}: {tournament.get_state_display().lower()}")
