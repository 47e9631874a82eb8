"""The filters of a pool."""

from typing import Any

from django import forms

from rosters.makers.base import maker_or_plain
from rosters.models import Card, CardSet
from rosters.presenters.systems import presenter_of
from rosters.presenters.words import HANDS, POSITION_WORDS
from rosters.selectors.pool import BATS, BEST, POSITIONS, THROWS, PoolView, clubs_of, sorts_of
from rosters.selectors.standing import ELIGIBLE


class PoolForm(forms.Form):
    """What is asked of a pool. Whatever makes no sense shows beside its field and is not asked;
    a sort that the kind of player does not know gives way to the usual one. ``kind`` and ``sort``
    are drawn with the cards, and so refetched with them."""

    q = forms.CharField(
        label="Name", required=False, max_length=60, widget=forms.TextInput({"type": "search"})
    )
    position = forms.ChoiceField(label="Position", required=False)
    bats = forms.ChoiceField(label="Bats", required=False)
    throws = forms.ChoiceField(label="Throws", required=False)
    club = forms.ChoiceField(label="Club", required=False)
    eligible = forms.ChoiceField(label="Eligibility", required=False)
    rating = forms.ChoiceField(label="Rating", required=False)
    kind = forms.ChoiceField(required=False, widget=forms.HiddenInput({"form": "pool-filter"}))
    sort = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, card_set: CardSet, data: Any) -> None:
        super().__init__(data)
        self.card_set = card_set
        self._offer("position", "Any", [(key, POSITION_WORDS[key]) for key in POSITIONS])
        self._offer("bats", "Either", [(key, HANDS[key]) for key in BATS])
        self._offer("throws", "Either", [(key, HANDS[key]) for key in THROWS])
        self._offer("club", "Any", [(club.key, club.name) for club in clubs_of(card_set)])
        if maker_or_plain(card_set.system_key).judges():
            del self.fields["eligible"]
        else:
            self._offer("eligible", "Anybody", list(ELIGIBLE.items()))
            self.fields["eligible"].label = presenter_of(card_set.system_key).eligibility
        self._offer("kind", "Everybody", Card.Kind.choices)
        ratings = presenter_of(card_set.system_key).ratings
        if ratings:
            self._offer("rating", "Any", list(ratings))
        else:
            del self.fields["rating"]

    def view(self) -> PoolView:
        """What was asked, as far as it could be read."""
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        if asked.get("sort", BEST).removeprefix("-") not in sorts_of(
            self.card_set, asked.get("kind", "")
        ):
            del asked["sort"]
        return PoolView(**asked)

    @property
    def narrowing(self) -> list[str]:
        """The filters that are set."""
        return [field.name for field in self.visible_fields() if field.data]

    def _offer(self, name: str, everything: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = [("", everything), *choices]
