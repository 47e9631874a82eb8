"""Read-only admin of decks; owners change them on their own pages."""

from django.contrib import admin

from config.office import Office, ReadOnly
from games.systems.commons.models import Deck, DeckSpot


@admin.register(Deck)
class DeckAdmin(ReadOnly, Office):
    list_display = ("name", "owner", "version", "changed_at")
    list_select_related = ("owner",)
    search_fields = ("name", "=owner__email")


@admin.register(DeckSpot)
class DeckSpotAdmin(ReadOnly, Office):
    """The cards of decks in their order."""

    list_display = ("deck", "number", "card")
    list_select_related = ("deck", "card")
    search_fields = ("deck__name", "card__name")
    search_help_text = "Words of a deck's or a card's name"
