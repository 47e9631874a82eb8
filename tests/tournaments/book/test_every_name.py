"""Every player's and club's name on every public page of an event leads somewhere."""

import re
from collections import Counter
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest

from config.ui.leading import leading
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import Card
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tournaments.book.keeping import keep_books

pytestmark = pytest.mark.django_db

OURS = re.compile(r"/(t|series|games|squads|sheets|men|clubs)/")

UNREAD = {"script", "style", "option", "title", "svg", "template", "caption", "textarea"}
"""Elements whose words nobody reads as part of the page, or could press."""

OF_A_KIND = 4
"""Pages that differ by numbers alone of which so many are looked at."""


class Words(HTMLParser):
    """The words of a page by whether a link holds them, those of headings apart (a page's own name
    leads nowhere), and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.linked: list[str] = []
        self.bare: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag not in {"input", "br", "img", "link", "meta", "hr", "path", "use", "wbr", "col"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_data(self, data):
        inside = set(self.open)
        if inside & UNREAD or not data.strip():
            return
        if inside & {"a", "h1", "nav"}:
            self.linked.append(data)
        else:
            self.bare.append(data)


@pytest.mark.long
def test_every_name_on_every_page_leads_somewhere():
    day = a_day(cards=True, length=1)
    for pk in day.tournament.series.values_list("pk", flat=True)[:4]:
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    names = set(
        Card.objects.filter(spots__squad__event__key=day.tournament.scope).values_list(
            "name", flat=True
        )
    )
    names |= set(day.tournament.entrants.values_list("team__name", flat=True))
    visitor = browser()
    waiting, seen, nowhere = [f"/t/{day.tournament.slug}/"], set(), []
    kinds = Counter()
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+", "N", address)
        # Nobody presses anything on a hall's wall.
        if address in seen or kinds[kind] == OF_A_KIND or address.endswith("/hall/"):
            continue
        seen.add(address)
        kinds[kind] += 1
        answer = visitor.get(address)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        page = Words()
        page.feed(answer.content.decode())
        linked = " ".join(page.linked)
        bare = " ".join(page.bare)
        nowhere += [
            (address, name) for name in sorted(names) if name in bare and name not in linked
        ]
        for link in page.links:
            path = urlsplit(urljoin(address, link)).path
            if OURS.match(path) and not re.search(r"\.\w{2,4}$", path):
                waiting.append(path)
    assert len(kinds) >= 20
    assert nowhere == [], nowhere[:20]


def test_names_in_a_text_become_links_whole_and_escaped():
    links = {"Al": "/al/", "Al Slugger": "/slugger/", "O'Hara & <b>": "/x/?a=1&b=2"}
    assert leading("Al Slugger singles; Alan and Al score.", links) == (
        '<a href="/slugger/">Al Slugger</a> singles; Alan and <a href="/al/">Al</a> score.'
    )
    assert "<b>" not in leading("<b>O'Hara & <b></b>", links)
    assert leading("<i>", {}) == "&lt;i&gt;"
