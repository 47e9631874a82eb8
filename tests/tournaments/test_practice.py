"""Practice games: any two clubs, and squads of the pool, that count for nothing."""

import pytest
from django.utils import timezone

from games.access import speaks_for
from games.models import ClockTerms, Game, GameClock, Series
from games.services.going_on import go_on
from pitching.models import PitchingSheet
from rosters.drafts.models import Draft
from rosters.drafts.room import acting
from rosters.drafts.services.practising import practise
from rosters.editions import usual_preset
from rosters.models import RosterSpot, Squad, Team
from rosters.rules.draft.settings import settings_of
from tests.builders import browser, entrant, league, manager, person
from tests.rosters.builders import a_purestrat_set
from tournaments.practice import services
from tournaments.practice.models import PracticeGame

pytestmark = pytest.mark.django_db

API = "/api/v1/practice-games/"


def ask(client, **values):
    return client.post(API, values, content_type="application/json")


def club(tournament, number):
    return f"club:{entrant(tournament, number).pk}"


def rows():
    models = (Series, Game, Team, Squad, RosterSpot, PitchingSheet, ClockTerms, PracticeGame)
    return [model.objects.count() for model in models]


def test_one_plays_clubs_of_two_events_by_oneself_and_nothing_of_them_changes():
    one = league(4, system_key="poker-dice", name="One")
    other = league(4, system_key="poker-dice")
    before = rows()
    user = person("Solo")
    client = browser(user)
    html = client.get("/practice/new/poker-dice/").content.decode()
    assert '<optgroup label="One">' in html
    answer = client.post(
        "/practice/new/poker-dice/",
        {
            "away": club(one, 1),
            "home": club(other, 2),
            "mode": "hot-seat",
            "own_side": "home",
            "dice": "server",
        },
    )
    made = PracticeGame.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    game = Game.objects.select_related("series").get()
    assert speaks_for(user, game) == {0, 1}
    assert (game.away.name, game.away_id) != (entrant(one, 1).team.name, entrant(one, 1).team_id)
    assert game.away.name == entrant(one, 1).team.name
    assert "Resume, top 1st" in client.get("/").content.decode()
    assert "Resume, top 1st" in client.get("/practice/").content.decode()
    assert client.get(made.get_absolute_url()).status_code == 200
    assert client.get(game.get_absolute_url()).status_code == 200
    # Nobody else sees it, or takes it away.
    stranger = browser(person("Stranger"))
    for url in (made.get_absolute_url(), game.get_absolute_url()):
        assert stranger.get(url).status_code == 404
    assert stranger.post(f"/practice/{made.pk}/delete/").status_code == 404
    assert stranger.delete(f"{API}{made.pk}/").status_code == 404
    client.post(made.get_absolute_url(), {"act": "on", "after": 0, "until": "half"})
    client.post(
        made.get_absolute_url(),
        {"act": "enter", "after": len(now(game).entries), "entry": "concede=home"},
    )
    assert now(game).is_final
    assert "Final, " in client.get("/practice/").content.decode()
    assert client.get(f"/series/{made.series_id}/").status_code == 200
    assert client.post(f"/practice/{made.pk}/delete/").status_code == 302
    assert rows() == before


def now(game):
    return Game.objects.get(pk=game.pk)


def test_two_play_online_by_the_clock_they_agreed_on():
    owner, guest = person("Owner"), person("Guest")
    answer = ask(
        browser(owner),
        system="poker-dice",
        away="house:1",
        home="house:2",
        mode="online",
        own_side="away",
        decision_seconds=60,
    )
    assert answer.status_code == 201, answer.content
    token = answer.json()["token"]
    assert not Game.objects.exists()
    link = f"/practice/join/{token}/"
    assert link in browser(owner).get("/practice/").content.decode()
    assert browser().get(link).status_code == 302
    offered = browser(guest).get(link).content.decode()
    assert "1 minute to decide before each throw" in offered
    assert "at home" in offered
    own = browser(owner).post(link)
    assert (own.status_code, b"This is your own" in own.content) == (422, True)
    joined = browser(guest).post(link)
    game = Game.objects.select_related("series").get()
    assert joined["Location"] == f"/series/{game.series_id}/games/1/score/"
    assert (speaks_for(owner, game), speaks_for(guest, game)) == ({0}, {1})
    assert GameClock.objects.get(game=game).decision_seconds == 60
    assert browser(person("Late")).get(link).status_code == 404
    again = browser(person("Later")).post(
        f"{API}join/", {"token": token}, content_type="application/json"
    )
    assert again.status_code == 404
    # Both find it at home; who joined does not delete it.
    assert "Resume, top 1st" in browser(guest).get("/").content.decode()
    refused = browser(guest).delete(f"{API}{answer.json()['id']}/")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-your-practice")
    assert browser(owner).delete(f"{API}{answer.json()['id']}/").status_code == 204
    assert not Game.objects.exists()


def test_squads_of_the_pool_play_against_the_house_dealt_drafted_and_an_events():
    cards = a_purestrat_set()
    tournament = league(4, system_key="purestrat", card_set=cards.slug)
    manager(tournament, 1)
    user = person("Drafter")
    draft = practise(
        card_set=cards,
        teams=2,
        slot=1,
        settings=settings_of(usual_preset("purestrat").edition),
        acting_user=user,
        now=timezone.now(),
        by_house=True,
    )
    with acting(draft, 1, timezone.now()):
        pass
    draft.refresh_from_db()
    assert draft.state == Draft.State.COMPLETE
    client = browser(user)
    groups = client.get(f"{API}clubs/?system=purestrat").json()
    values = [one["value"] for group in groups for one in group["clubs"]]
    deal = f"deal:{cards.slug}"
    assert {deal, f"draft:{draft.pk}:1", club(tournament, 1)} <= set(values)
    before = rows()
    for away in (deal, f"draft:{draft.pk}:1", club(tournament, 1)):
        answer = ask(client, system="purestrat", away=away, home=deal, mode="house")
        assert answer.status_code == 201, answer.content
        game = Game.objects.select_related("series").latest("pk")
        assert (game.away_managed, game.home_managed) == (True, False)
        assert [len(one["cards"]) for one in game.clubs] == [25, 25]
        game = go_on(game_id=game.pk, after=0, acting_user=user)
        assert game.entries
    for made in client.get(API).json()["results"]:
        assert client.delete(f"{API}{made['id']}/").status_code == 204
    assert rows() == before


def test_what_cannot_be_is_refused_and_nothing_is_half_stored(monkeypatch):
    tournament = league(4, system_key="poker-dice")
    private = league(4, system_key="poker-dice", name="Hidden", visibility="private")
    client = browser(person("Wrong"))
    before = rows()
    good = {"system": "poker-dice", "away": "house:1", "home": "house:2", "mode": "hot-seat"}
    for wrong, code, place in (
        ({"away": club(private, 1)}, "no-such-club", "away"),
        ({"home": "deal:nothing"}, "no-such-club", "home"),
        ({"home": "draft:1:1"}, "no-such-club", "home"),
        ({"home": "own:1"}, "no-such-club", "home"),
        ({"home": "house:3"}, "no-such-club", "home"),
        ({"home": "house:1"}, "same-club", "home"),
        ({"system": "tiddlywinks"}, "unknown-system", ""),
        ({"mode": "online", "dice": "table"}, "dice-are-the-servers", "dice"),
        ({"mode": "online", "decision_seconds": 3}, "clock-impossible", "decision_seconds"),
    ):
        error = ask(client, **(good | wrong)).json()["error"]
        assert error["code"] == code, (wrong, error)
        if place:
            assert error["refusals"][0]["place"] == place
    page = client.post("/practice/new/poker-dice/", good | {"away": club(private, 1)})
    assert page.status_code == 422
    assert client.get("/practice/new/tiddlywinks/").status_code == 404
    assert rows() == before
    # The oldest goes when there are too many.
    monkeypatch.setattr(services, "MOST_KEPT", 2)
    kept = [
        ask(client, **(good | {"away": club(tournament, number)})).json()["id"]
        for number in (1, 2, 3)
    ]
    shown = [made["id"] for made in client.get(API).json()["results"]]
    assert shown == kept[:0:-1]
