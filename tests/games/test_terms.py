"""What the pages of an event say comes from its own game system."""

import re
from collections import deque
from collections.abc import Iterator

import pytest
from django.test import Client

from games.models import Series
from games.services.playing import play_series
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from tests.builders import browser, director_of, league, manager
from tests.games.systems.commons.decks import a_commons_set
from tests.rosters.builders import a_deep_drive_set
from tests.rosters.drafts import set_up
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SETS = {"commons": a_commons_set, "deep-drive": a_deep_drive_set}
OF_AN_EVENT = re.compile(
    r"/(t|series|games|squads|drafts|boards|pitching-rules|deep-drive/print/squads|decks)/|"
    r"/cards/[\w-]+-cards/|/compare/|/card-sets/[\w-]+/truth/"
)
"""The addresses of an event and its cards; the lists of all events and systems name the others."""
OFF_THE_PAGE = re.compile(r"<(script|style)\b.*?</\1>|(?!\btitle=)<[^>]+?>", re.DOTALL)
TITLES = re.compile(r'\b(?:title|aria-label|placeholder)="([^"]*)"')
ENOUGH = 25


def terms_of_others(key: str) -> re.Pattern[str]:
    """What only other systems say."""
    own = GAME_SYSTEMS[key].terms
    others = (term for face in GAME_SYSTEMS.values() for term in face.terms if term not in own)
    return re.compile("|".join(others))


def said(html: str) -> str:
    """The words of a page, those that only pointers and readers meet too."""
    return " ".join([*OFF_THE_PAGE.sub(" ", html).split(), *TITLES.findall(html)])


def shape(path: str) -> str:
    """What is one and the same page of several clubs, cards or games."""
    return re.sub(r"(/cards/[^/]+/).+", r"\1card", re.sub(r"\d+", "N", path.partition("?")[0]))


def pages(client: Client, start: str) -> Iterator[tuple[str, str]]:
    """The pages of an event, one of each kind, by the links on them."""
    waiting, seen = deque([start]), set()
    while waiting:
        path = waiting.popleft().partition("#")[0]
        if shape(path) in seen or not OF_AN_EVENT.match(path):
            continue
        seen.add(shape(path))
        answer = client.get(path)
        if answer.status_code == 200 and "html" in answer.headers.get("Content-Type", ""):
            html = answer.content.decode()
            yield path, html
            waiting.extend(
                link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"]*)"', html)
            )


def an_event(key: str) -> Tournament:
    """A league under way, its first series played."""
    cards = {"card_set": SETS[key]().slug} if key in SETS else {}
    event = league(4, system_key=key, **cards)
    first = Series.objects.filter(event__key=event.scope).order_by("pk")[0]
    play_series(series_ids=[first.pk], acting_user=director_of(event))
    return event


@pytest.mark.parametrize("key", [key for key in SYSTEMS if not GAME_SYSTEMS[key].terms])
def test_no_page_of_an_event_says_what_only_another_system_does(key):
    event = an_event(key)
    director, own = director_of(event), manager(event, 1)
    wrong, count = [], 0
    for user in (director, own):
        for path, html in pages(browser(user), event.get_absolute_url()):
            count += 1
            wrong += [(path, found) for found in terms_of_others(key).findall(said(html))]
    assert count >= 2 * ENOUGH
    assert not wrong, sorted(set(wrong))


@pytest.mark.parametrize("key", SETS)
def test_no_page_of_a_draft_says_what_only_another_system_does(key):
    event = league(4, system_key=key, card_set=SETS[key]().slug, started=False)
    director = director_of(event)
    draft = set_up(tournament=event, acting_user=director)
    client = browser(director)
    for start in (
        f"/drafts/{draft.pk}/",
        f"/drafts/{draft.pk}/available/",
        event.get_absolute_url(),
    ):
        wrong = [
            (path, found)
            for path, html in pages(client, start)
            for found in terms_of_others(key).findall(said(html))
        ]
        assert not wrong, sorted(set(wrong))


def test_the_pages_of_the_system_itself_say_its_terms():
    """The terms are found where they are said."""
    html = browser().get("/systems/purestrat/").content.decode()
    assert len(set(terms_of_others("one-die").findall(said(html)))) > 4
