from __future__ import annotations

from typing import Any

from django import forms

from config.refusals import Refusal
from tournaments.awards.selectors import CLUBS, Own, Seen, sources
from tournaments.awards.services import LONGEST_TITLE
from tournaments.models import Tournament

PLACE_LABELS = ("First place, 5 points", "Second place, 3 points", "Third place, 1 point")


class BallotForm(forms.Form):
    """The title, the candidates and the deadline of a ballot; times are in the active zone, the
    event's."""

    title = forms.CharField(label="Award", max_length=LONGEST_TITLE)
    source = forms.ChoiceField(label="Candidates")
    closes_at = forms.DateTimeField(
        label="Closes",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text="Empty: when you close it.",
    )

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        source = self.fields["source"]
        assert isinstance(source, forms.ChoiceField)  # noqa: S101 - declared above
        source.choices = sources(tournament)
        self.initial["source"] = "batting.wins_above" if tournament.card_set_id else CLUBS


class VoteForm(forms.Form):
    def __init__(self, seen: Seen, own: Own, data: Any = None) -> None:
        super().__init__(data, prefix=f"club-{own.club.number}")
        choices = [("", "–")] + [
            (str(candidate.number), self.words(candidate)) for candidate in seen.candidates
        ]
        for place in range(seen.places):
            self.fields[str(place + 1)] = forms.ChoiceField(
                label=PLACE_LABELS[place],
                choices=choices,
                initial=own.named[place].number if place < len(own.named) else "",
            )

    @staticmethod
    def words(candidate: Any) -> str:
        if candidate.card is None:
            return str(candidate.team.name)
        value = f", {candidate.told}" if candidate.told else ""
        return f"{candidate.card.name} ({candidate.team.abbreviation}){value}"

    def numbers(self) -> list[int]:
        """Return the numbers of the candidates, once the form is valid."""
        return [int(self.cleaned_data[name]) for name in self.fields]


def refuse(form: forms.Form, refusals: tuple[Refusal, ...]) -> None:
    for refusal in refusals:
        place = refusal.place if refusal.place in form.fields else None
        form.add_error(place, forms.ValidationError(refusal.message, code=refusal.code))
