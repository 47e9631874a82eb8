"""A director who presses any button that a page of his offers, with anything in its fields: no page
breaks, then or later, and the event comes to its end."""

from collections.abc import Iterator
from contextlib import suppress
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.test import Client

from config.refusals import Refused
from tests.builders import browser, director_of, league
from tournaments.models import Tournament
from tournaments.rules.formats import FORMATS
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import waiting_ties
from tournaments.services.drawing import advance_event
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_preset
from tournaments.services.play_out import play_round
from tournaments.services.ties import open_tie_game, rule_on_tie

pytestmark = [pytest.mark.long, pytest.mark.django_db]

PRESSES = 30
"""Of buttons, in each event."""

PAGES = (
    "desk",
    "board",
    "rules/format",
    "rules/ties",
    "rules/edition",
    "rules/points",
    "drops",
    "squads",
)
"""Pages of an event on which a director acts, as far as they are there."""

WATCHED = ("desk", "board", "standings", "stages", "schedule", "reports", "drops", "odds", "rules")
"""Pages that have to stand whatever he did."""


class Forms(HTMLParser):
    """The forms of a page: where each goes, and its fields by name with what may be in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[tuple[str, dict[str, list[str]]]] = []
        self.fields: dict[str, list[str]] | None = None
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            self.fields = None
            if given.get("method", "").lower() == "post":
                self.fields = {}
                self.found.append((given.get("action") or self.page, self.fields))
        elif self.fields is None or (not name and tag != "option"):
            return
        elif tag == "option" and self.select:
            self.fields[self.select].append(given.get("value", ""))
        elif tag == "select":
            self.select = name
            self.fields.setdefault(name, [])
        elif tag in ("input", "textarea", "button"):
            self.fields.setdefault(name, []).extend(values_of(given))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "form":
            self.fields = None


def values_of(given: dict[str, str]) -> Iterator[str]:
    """What may be typed into a field, or ticked; nothing for what is left out."""
    yield given.get("value", "")
    match given.get("type", "text"):
        case "checkbox":
            yield from ("on", "")
        case "number":
            yield from (given.get("min", "0"), given.get("max", "20"), "1", "7")
        case "text" | "":
            yield from ("Somebody's words", "3")


def forms_of(client: Client, page: str) -> list[tuple[str, dict[str, list[str]]]]:
    answer = client.get(page)
    if answer.status_code != 200:
        return []
    forms = Forms(page)
    forms.feed(answer.content.decode())
    return [(where, fields) for where, fields in forms.found if where.startswith("/t/")]


def press(client: Client, made: Tournament, random: Random) -> str:
    """Press one button; what was sent, to be told where it broke something."""
    page = f"/t/{made.slug}/{random.choice(PAGES)}/"
    forms = forms_of(client, page)
    if not forms:
        return ""
    where, fields = random.choice(forms)
    sent: dict[str, Any] = {
        # Mostly what stands there, sometimes anything.
        name: random.choice([*values[:1] * (2 * len(values)), *values])
        if name != "act"
        else random.choice(values)
        for name, values in fields.items()
        if values
    }
    answer = client.post(where, sent)
    assert answer.status_code < 500
    return f"{where} {sent}: {answer.status_code}"


def go_on(made: Tournament, random: Random) -> None:
    """The next thing that a director has to do, if there is one."""
    director = director_of(made)
    made.refresh_from_db()
    with suppress(Refused):
        if made.state == Tournament.State.SETUP:
            start_tournament(tournament=made, acting_user=director)
            return
        league_ = load_league(made)
        if league_.unplayed:
            first = min(meeting.round_number for meeting in league_.unplayed)
            play_round(tournament=made, number=first, acting_user=director)
            return
        ties = waiting_ties(league_)
        if ties and random.random() < 0.7:
            answer = ties[0]
            if answer.step.criterion == "d20":
                rolls = {member: random.randint(1, 20) for member in answer.group}
                rule_on_tie(tournament=made, kind="d20", values=rolls, acting_user=director)
            else:
                kind = answer.step.criterion
                open_tie_game(
                    tournament=made, kind=kind, members=answer.group, acting_user=director
                )
            return
        advance_event(tournament=made, acting_user=director)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_director_presses_no_page_breaks(seed):
    random = Random(f"director/{seed}")
    key = random.choice([*FORMATS])
    preset = FORMATS[key]
    made = league(
        random.randint(preset.least, max(preset.least, min(preset.most, 12))), started=False
    )
    choose_preset(tournament=made, key=key, acting_user=director_of(made))
    client, watcher = browser(director_of(made)), browser()
    pressed: list[str] = []
    for _ in range(PRESSES):
        try:
            pressed.append(press(client, made, random))
            if random.random() < 0.5:
                go_on(made, random)
            for name in random.sample(WATCHED, 3):
                for each in (client, watcher):
                    assert each.get(f"/t/{made.slug}/{name}/").status_code < 500
        except Exception as error:
            error.add_note(f"{key}, seed {seed}: " + "\n".join(filter(None, pressed[-6:])))
            raise
    assert any(each.endswith("302") for each in pressed)
