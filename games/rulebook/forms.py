"""The search forms of the rulebook's pages."""

from typing import TypedDict, cast

from django import forms
from django.http import QueryDict

from games.rulebook.catalogue import Book, Handling


class Asked(TypedDict, total=False):
    """The arguments of ``catalogue.search`` that the user filled in."""

    text: str
    part: str
    area: str
    handling: str


class ShelfForm(forms.Form):
    """Words to look for in every book."""

    q = forms.CharField(
        label="Words or a rule's number",
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search"}),
    )

    def asked(self) -> Asked:
        """The valid fields that were filled in; the rest show errors beside their fields."""
        self.is_valid()
        filters: Asked = {}
        if text := self.cleaned_data.get("q"):
            filters["text"] = text
        if part := self.cleaned_data.get("part"):
            filters["part"] = part
        if area := self.cleaned_data.get("area"):
            filters["area"] = area
        if handling := self.cleaned_data.get("handling"):
            filters["handling"] = handling
        return filters


class BookForm(ShelfForm):
    """Words and filters for one book."""

    part = forms.ChoiceField(label="Part", required=False)
    area = forms.ChoiceField(label="Area", required=False)
    handling = forms.ChoiceField(label="What the software does", required=False)

    def __init__(self, book: Book, data: QueryDict) -> None:
        super().__init__(data)
        used = {rule.handling for rule in book.rules}
        self._offer("part", "All parts", [(part.prefix, part.title) for part in book.parts])
        self._offer("area", "All areas", [(area.key, area.title) for area in book.areas])
        self._offer("handling", "Anything", [(h, h.label) for h in Handling if h in used])
        if not book.parts:
            del self.fields["part"]

    def _offer(self, name: str, everything: str, choices: list[tuple[str, str]]) -> None:
        field = cast("forms.ChoiceField", self.fields[name])
        field.choices = [("", everything), *choices]
