"""The ten commonest acts of a director and of a manager are two presses from where each begins: the
round board, and the page that is at home. The last press may be the act itself."""

import re
from html import unescape

import pytest
from django.test import Client

from rosters.models import TeamMember
from tests.builders import browser
from tests.games.seriesday.builders import Day, a_day, claim
from tests.markup import even

pytestmark = pytest.mark.django_db

MOST = 2
LINK = re.compile(r'href="([^"]+)"')
FORM = re.compile(r"<form.*?</form>", re.S)


def presses(client: Client, start: str, wanted: str) -> int | None:
    """How many presses lead from a page to what is ``wanted``: the end of an address, or
    ``act=name``, a form that does it at once; ``None`` where two do not."""
    ahead = {start}
    for count in range(1, MOST + 1):
        found: set[str] = set()
        for address in ahead:
            answer = client.get(address)
            if answer.status_code != 200 or "html" not in answer["Content-Type"]:
                continue
            page = even(answer.content.decode())
            if wanted.startswith("act="):
                sent = f'name="act" value="{wanted.removeprefix("act=")}"'
                if any(sent in form for form in FORM.findall(page)):
                    return count
            links = {unescape(link) for link in LINK.findall(page)}
            if any(link.split("?")[0].split("#")[0].endswith(wanted) for link in links):
                return count
            found |= {
                f"{address.split('?')[0]}{link}" if link.startswith("?") else link
                for link in links
                if link.startswith(("/series/", "/t/", "?", "/drafts/", "/sheets/"))
            }
        ahead = found
    return None


def day_with_a_report() -> Day:
    day = a_day()
    day.report(day.away, claim(4, 2))
    return day


DIRECTOR = (
    "act=begin",
    "act=confirm",
    "act=extend",
    "act=house",
    "act=substitute",
    "act=deadline",
    "/entry/",
    "/paper/",
    "act=notice",
    "/rulings/",
)
MANAGER = (
    "/games/1/report/",
    "/games/2/report/",
    "/games/2/score/",
    "/times/",
    "/home/",
    "/absences/",
    "/rulings/",
    "/standings/",
    "/schedule/",
    "/teams/1/",
)


@pytest.mark.long
def test_a_directors_commonest_acts_are_two_presses_from_the_board():
    day = day_with_a_report()
    # The director speaks for a club without people.
    TeamMember.objects.filter(user=day.home).delete()
    board = f"/t/{day.tournament.slug}/board/?round=1"
    dana = browser(day.director)
    found = {act: presses(dana, board, act) for act in DIRECTOR[1:]}
    # The clocks are started before anything is played.
    found["act=begin"] = presses(dana, f"{board[:-1]}2", "act=begin")
    assert {act: count for act, count in found.items() if count is None} == {}
    assert found["act=confirm"] == 1


@pytest.mark.long
def test_a_managers_commonest_acts_are_two_presses_from_home():
    day = day_with_a_report()
    home = browser(day.home)
    found = {act: presses(home, "/", act) for act in MANAGER}
    assert {act: count for act, count in found.items() if count is None} == {}
    # What the other side has reported is confirmed on the page of the series.
    assert presses(home, "/", "act=confirm") == MOST
    series = f"/series/{day.series.pk}/"
    assert "Confirm game 1: 4–2" in even(home.get(series).content.decode())
    # Whoever told it does not confirm it, and nobody else is asked.
    for user in (day.away, None):
        assert "Confirm game 1" not in even(browser(user).get(series).content.decode())
    sent = {"act": "confirm", "version": day.game().reports.get().version}
    assert home.post(f"{series}games/1/report/", sent).status_code == 302
    assert day.game().is_final
    assert "Confirm game 1" not in even(home.get(series).content.decode())
