"""What became of players and clubs, on pages and through the API."""

from html import unescape

import pytest

from rosters.drafts.services import directing
from rosters.models import Card
from tests.builders import browser, director_of, league, manager, person
from tests.rosters.drafts import best, later, opened, take
from tests.work import counted
from tournaments.models import Tournament
from tournaments.selectors.transactions import transactions_of
from tournaments.services.drops import drop_club

pytestmark = pytest.mark.django_db


def test_a_draft_is_told_with_what_was_taken_back_and_a_player_has_his_own():
    draft, director = opened()
    first = take(draft, director)
    undone = take(draft, director, "c", later(1))
    act = {"draft": draft, "division": 1, "acting_user": director}
    directing.undo(pick=2, now=later(2), **act)
    another = best(draft, "cf")
    directing.replace_pick(pick=1, card=another, now=later(3), **act)
    tournament = Tournament.objects.get(pk=draft.scope.split(":")[1])
    names = dict(Card.objects.values_list("pk", "name"))
    found = transactions_of(tournament)
    assert [(each.kind, each.card, each.club.number) for each in found] == [
        ("put-in", another, 1),
        ("put-out", first, 1),
        ("pick-undone", undone, 2),
        ("drafted", undone, 2),
        ("drafted", first, 1),
    ]
    page = browser().get(f"/t/{tournament.slug}/transactions/?club=2")
    assert [each.card for each in page.context["page"]] == [undone, undone]
    assert names[undone] in unescape(page.content.decode())
    player = browser().get(f"/t/{tournament.slug}/men/{undone}/")
    assert [each.kind for each in player.context["moved"]] == ["pick-undone", "drafted"]
    told = browser().get(f"/api/v1/tournaments/{tournament.slug}/transactions/?card={first}")
    assert [(each["kind"], each["club"]) for each in told.json()["results"]] == [
        ("put-out", 1),
        ("drafted", 1),
    ]
    assert told.json()["results"][1]["words"] == "drafted in round 1, pick 1"


def test_a_club_that_drops_out_is_told_without_the_reason():
    tournament = league(5)
    drop_club(
        tournament=tournament,
        number=2,
        reason="His private troubles.",
        nobody_found=True,
        acting_user=director_of(tournament),
    )
    page = browser().get(f"/t/{tournament.slug}/transactions/")
    assert [(each.kind, each.club.number) for each in page.context["page"]] == [("club-dropped", 2)]
    assert "private troubles" not in page.content.decode()
    own = browser().get(f"/t/{tournament.slug}/teams/2/")
    assert [each.words for each in own.context["moved"]] == ["has dropped out"]
    assert not browser().get(f"/t/{tournament.slug}/teams/1/").context["moved"]


def test_a_private_event_tells_strangers_nothing_and_what_is_not_there_is_not_found():
    tournament = league(4, visibility="private")
    own, stranger = manager(tournament, 1), person("Stranger")
    for url in (
        f"/t/{tournament.slug}/transactions/",
        f"/api/v1/tournaments/{tournament.slug}/transactions/",
    ):
        assert browser(stranger).get(url).status_code == 404
        assert browser(own).get(url).status_code == 200
        assert browser(own).get(f"{url}?club=99").status_code == 404
    page = f"/t/{tournament.slug}/transactions/"
    assert browser(own).get(f"{page}?club=nobody").status_code == 404
    assert "Nothing has happened yet" in browser(own).get(page).content.decode()


def test_the_transactions_of_a_draft_take_the_same_queries_however_long_it_is():
    draft, director = opened()
    tournament = Tournament.objects.get(pk=draft.scope.split(":")[1])

    def queries() -> int:
        with counted() as work:
            transactions_of(tournament)
        return work.queries

    take(draft, director)
    few = queries()
    for number, position in enumerate(("c", "1b", "2b", "cf")):
        take(draft, director, position, later(number + 1))
    assert queries() == few <= 6
