from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games.models import Game
from pitching.models import PitchingSheet
from rosters.drafts.models import Draft
from tournaments.demo import accounts
from tournaments.demo_event.half_way import PLAN
from tournaments.models import Tournament

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Command(BaseCommand):
    help = (
        "Take the README's pictures of a running house with the demo events, as its director: "
        "draft, board, sheet, table. Wants Chromium."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="of the house")
        parser.add_argument("--chromium", default="/usr/bin/chromium")
        parser.add_argument("--into", type=Path, default=settings.ROOT / "docs" / "pictures")

    def handle(self, *args: Any, **options: Any) -> None:
        from playwright.sync_api import ViewportSize, sync_playwright

        event = Tournament.objects.filter(name=PLAN.name).first()
        if event is None or event.state != Tournament.State.RUNNING:
            raise CommandError("The demo's second event is not there yet.")
        addresses = _addresses(event)
        options["into"].mkdir(parents=True, exist_ok=True)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=options["chromium"], args=["--no-sandbox"]
            )
            page = browser.new_page(
                base_url=options["address"], viewport=ViewportSize(width=1280, height=800)
            )
            _sign_in(page)
            for name, address in addresses.items():
                page.goto(address)
                path = options["into"] / f"{name}.png"
                page.screenshot(path=path)
                self.stdout.write(f"{name}: {path.stat().st_size // 1000} kB")
            browser.close()


def _sign_in(page: "Page") -> None:
    director = accounts()[0]
    page.goto(reverse("people:sign-in"))
    page.fill("[name=username]", director.email)
    page.fill("[name=password]", director.password)
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/")


def _addresses(event: Tournament) -> dict[str, str]:
    """The addresses of the pages, by the pictures' names."""
    draft = Draft.objects.get(event__key=event.scope)
    sheet = PitchingSheet.objects.filter(event__key=event.scope).earliest("pk")
    begun = (Game.Status.SUSPENDED, Game.Status.IN_PROGRESS)
    game = Game.objects.filter(series__event__key=event.scope, status__in=begun).earliest("pk")
    return {
        "draft": reverse("drafts:wall", args=[draft.pk]),
        "board": reverse("tournaments:board", args=[event.slug]),
        "sheet": reverse("pitching:sheet", args=[sheet.pk]),
        "table": reverse("games:score", args=[game.series_id, game.number]),
    }
