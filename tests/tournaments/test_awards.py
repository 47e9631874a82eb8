"""Awards from the book and by ballot, as readers, managers and directors meet them."""

from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from config.journal.models import Action
from games.models import Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from rosters.models import Card, RosterSpot
from tests.builders import browser, director_of, entrant, league, manager, person, results
from tests.games.seriesday.builders import a_day
from tests.rosters.builders import a_source, batted, person_facts
from tests.work import counted
from tournaments.awards.keeping import keep_awards
from tournaments.awards.models import Awarded, Ballot, Named
from tournaments.awards.notices import votes
from tournaments.book.keeping import keep_books, locked
from tournaments.book.models import BattingSum, FieldingSum, PitchingSum
from tournaments.models import Entrant, EventRecord, Tournament

pytestmark = pytest.mark.django_db


def client(user=None) -> APIClient:
    found = APIClient()
    if user is not None:
        found.force_authenticate(user)
    return found


@pytest.mark.long
def test_players_have_the_awards_of_the_tables_and_traded_players_are_one():
    day = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=day.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    slug = day.tournament.slug
    api = f"/api/v1/tournaments/{slug}/awards/"

    def given():
        return {each["key"]: each for each in client().get(api).data["men"]}

    def table(**asked):
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        return browser().get(f"/t/{slug}/statistics.json?{query}").json()["lines"]

    with counted() as work:
        page = unescape(browser().get(f"/t/{slug}/awards/").content.decode())
    assert work.queries <= 20
    told = given()
    for key, name, column in (
        ("most-valuable", "batting", "wins_above"),
        ("best-pitcher", "pitching", "wins_above"),
        ("batting-title", "batting", "average"),
        ("home-run-title", "batting", "home_runs"),
        ("earned-run-title", "pitching", "era"),
        ("adjusted-earned-run-title", "pitching", "era_plus"),
    ):
        first = [each["card"] for each in table(table=name, sort=column) if each["rank"] == 1]
        winners = [each["card"] for each in told[key]["holders"] if each["rank"] == 1]
        assert sorted(winners) == sorted(first), key
        assert all(f"/men/{card}/" in page for card in winners)
    catchers = [
        (line["values"]["fielding"], line["values"]["chances"], line["card"])
        for line in table(table="fielding", position="C")
        if line["qualified"]
    ]
    assert told["gold-glove-c"]["holders"][0]["card"] == max(catchers)[2]
    assert "Wins above replacement at bat" in page

    # Half of what he did he did for another club: he is still one player, with the same sums.
    first = told["home-run-title"]["holders"][0]
    other = Entrant.objects.filter(tournament=day.tournament).exclude(number=first["club"])[0]
    for model in (BattingSum, PitchingSum, FieldingSum):
        model.objects.filter(card=first["card"], split="A").update(team=other.team)
    assert len({each["club"] for each in table() if each["card"] == first["card"]}) == 2
    (again,) = [
        each for each in given()["home-run-title"]["holders"] if each["card"] == first["card"]
    ]
    assert again["value"] == first["value"]

    # Once the event is over, they stand on his page; of ballots when they are closed.
    sent = {"title": "Comeback", "source": "batting.home_runs"}
    ballots = f"/api/v1/tournaments/{slug}/ballots/"
    made = client(day.director).post(ballots, sent, format="json").data
    candidates = made["candidates"]
    assert len(candidates) >= 10
    assert f"{first['value']} HR" in {each["told"] for each in candidates}
    vote = {"club": entrant_number(day.tournament, day.home), "candidates": [1, 2, 3]}
    assert client(day.home).put(f"{ballots}{made['id']}/vote/", vote, format="json").data["voted"]
    his = f"/t/{slug}/men/{candidates[0]['card']}/"
    assert "Comeback" not in browser().get(his).content.decode()
    assert client(day.director).post(f"{ballots}{made['id']}/close/").data["state"] == "closed"
    assert "Comeback" in browser().get(his).content.decode()
    mvp = f"/t/{slug}/men/{told['most-valuable']['holders'][0]['card']}/"
    assert "Most valuable player" not in browser().get(mvp).content.decode()
    Tournament.objects.filter(pk=day.tournament.pk).update(state="complete")
    record = EventRecord.objects.create(tournament=day.tournament, clubs=4, games=2)
    assert keep_awards() == 1
    assert keep_awards() == 0
    assert "Most valuable player" in browser().get(mvp).content.decode()
    assert "Comeback" in browser().get(his).content.decode()
    archive = browser().get("/archive/").content.decode()
    assert "Most valuable player" in archive
    assert mvp in archive
    # A career tells them, of events that one may see.
    card = Card.objects.get(pk=told["most-valuable"]["holders"][0]["card"])
    source = a_source((person_facts("one"), batted(300, hits=80)))
    player = source.players.get()
    Card.objects.filter(pk=card.pk).update(season=player.seasons.get())
    for url in (f"/players/{player.pk}/", f"{mvp}everywhere/"):
        assert "Most valuable player" in browser().get(url).content.decode()
    api = f"/api/v1/players/{player.pk}/"
    assert "Most valuable player" in [each["title"] for each in browser().get(api).json()["awards"]]
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="private")
    assert "Most valuable player" not in browser().get(f"/players/{player.pk}/").content.decode()
    assert browser().get(api).json()["awards"] == []
    Tournament.objects.filter(pk=day.tournament.pk).update(visibility="public")
    # They follow the book, and go with the record when the event is open again.
    locked(day.tournament.pk)
    assert keep_awards() == 1
    record.delete()
    assert not Awarded.objects.exists()
    Card.objects.filter(pk=card.pk).update(season=None)

    # All players of a club, in the order of its squad.
    sent = {"title": "Of the house", "source": "squad.1"}
    players = client(day.director).post(ballots, sent, format="json").data["candidates"]
    spots = RosterSpot.objects.filter(
        squad__event__key=day.tournament.scope, squad__team=entrant(day.tournament, 1).team
    )
    assert {each["card"] for each in players} == set(spots.values_list("card", flat=True))


def entrant_number(tournament, user) -> int:
    return Entrant.objects.get(tournament=tournament, team__members__user=user).number


def test_clubs_of_a_dice_league_have_awards_and_level_ones_share_them():
    tournament = league(4)
    address = f"/t/{tournament.slug}/awards/"
    assert "No awards yet" in browser().get(address).content.decode()
    results(tournament, [(1, 2, 5, 2), (3, 4, 5, 3)])
    data = client().get(f"/api/v1/tournaments/{tournament.slug}/awards/").data
    assert data["men"] == []
    clubs = {each["key"]: each["holders"] for each in data["clubs"]}

    def first(key):
        return [(each["club"], each["value"]) for each in clubs[key] if each["rank"] == 1]

    assert first("best-record") == [(1, "1.000"), (3, "1.000")]
    assert first("best-attack") == [(1, "5.00"), (3, "5.00")]
    assert first("best-defence") == [(1, "2.00")]
    assert first("best-difference") == [(1, "+3.00")]
    page = browser().get(address).content.decode()
    assert page.count("1=") == 4
    assert "Most valuable" not in page


def test_a_ballot_is_secret_until_it_is_closed_and_ties_stay_ties():
    tournament = league(4)
    director = director_of(tournament)
    managers = {number: manager(tournament, number, f"M{number}") for number in (1, 2, 3, 4)}
    desk, address = browser(director), f"/t/{tournament.slug}/awards/"
    answer = desk.post(address, {"title": "Fair  play", "source": "clubs", "closes_at": ""})
    ballot = Ballot.objects.get()
    assert (answer.url, ballot.title) == (ballot.get_absolute_url(), "Fair play")
    at, api = ballot.get_absolute_url(), f"/api/v1/tournaments/{tournament.slug}/awards/"

    def vote(number, *named):
        sent = {"act": "vote", "club": number}
        sent |= {f"club-{number}-{place}": one for place, one in enumerate(named, start=1)}
        return browser(managers[number]).post(at, sent)

    def seen(user=None):
        (found,) = client(user).get(api).data["ballots"]
        return found

    def waits():
        (each,) = votes(timezone.now(), {tournament.scope})
        return each.people

    assert waits() == {each.pk for each in managers.values()}
    assert vote(1, 2, 3, 4).status_code == 302
    assert waits() == {each.pk for number, each in managers.items() if number != 1}
    assert vote(1, 3, 2, 4).status_code == 302
    assert vote(2, 1, 4, 3).status_code == 302
    # Twice the same, nobody, somebody unknown.
    for named in ((1, 1, 2), (1, "", 2), (1, 9, 2)):
        answer = vote(3, *named)
        assert answer.status_code == 422
        assert b"data-code" in answer.content
    assert vote(3, 1, 2, 4).status_code == 302
    assert Named.objects.count() == 9

    # Nobody learns of it, and of one's own club only its managers.
    for user in (None, director, managers[4]):
        told = seen(user)
        assert (told["voted"], told["voters"], told["count"], told["votes"]) == (3, 4, [], [])
        assert all(each["candidates"] == [] for each in told["own"])
        assert "Votes of" not in browser(user).get(at).content.decode()
    assert seen(managers[1])["own"] == [{"club": 1, "candidates": [3, 2, 4]}]
    page = browser(managers[1]).get(at).content.decode()
    assert "Change the vote" in page
    logged = Action.objects.filter(code="ballot-voted").order_by("pk")
    assert [each.new for each in logged][-1] == {"told": f"Fair play, for {entrant(tournament, 3)}"}
    assert logged.count() == 4

    assert browser(managers[1]).post(at, {"act": "close"}).status_code == 404
    assert desk.post(at, {"act": "moon"}).status_code == 422
    assert desk.post(at, {"act": "close"}).status_code == 302
    told = seen()
    # 1: 5 + 5; 3: 5 + 1; 2: 3 + 3; 4: 1 + 3 + 1.
    assert [(each["rank"], each["candidate"], each["points"]) for each in told["count"]] == [
        (1, 1, 10),
        (2, 2, 6),
        (2, 3, 6),
        (4, 4, 5),
    ]
    assert told["count"][0]["named"] == [2, 0, 0]
    assert {"club": 1, "candidates": [3, 2, 4]} in told["votes"]
    page = browser().get(at).content.decode()
    assert page.count("2=") == 2
    assert "How every club voted" in page
    assert str(entrant(tournament, 1)) in browser().get(address).content.decode()
    assert list(votes(timezone.now(), None)) == []
    # What has been told stays.
    for act in ("close", "cancel"):
        assert "is closed" in unescape(desk.post(at, {"act": act}).content.decode())
    refused = client(managers[1]).put(
        f"/api/v1/tournaments/{tournament.slug}/ballots/{ballot.pk}/vote/",
        {"club": 1, "candidates": [1, 2, 3]},
        format="json",
    )
    assert (refused.status_code, refused.data["error"]["code"]) == (409, "ballot-closed")
    codes = set(Action.objects.filter(scope=tournament.scope).values_list("code", flat=True))
    assert {"ballot-opened", "ballot-voted", "ballot-closed"} <= codes


def test_a_deadline_closes_a_ballot_and_one_that_is_called_off_has_no_votes():
    tournament = league(4)
    director, own = director_of(tournament), manager(tournament, 1, "Own")
    ballots = f"/api/v1/tournaments/{tournament.slug}/ballots/"
    desk = client(director)
    due = timezone.now() + timedelta(days=1)
    sent = {"title": "By time", "source": "clubs", "closes_at": due.isoformat()}
    pk = desk.post(ballots, sent, format="json").data["id"]
    vote = {"club": 1, "candidates": [2, 3, 4]}
    assert client(own).put(f"{ballots}{pk}/vote/", vote, format="json").data["count"] == []
    Ballot.objects.filter(pk=pk).update(closes_at=timezone.now() - timedelta(seconds=1))
    found = client().get(f"/api/v1/tournaments/{tournament.slug}/awards/").data["ballots"][0]
    assert (found["state"], found["count"][0]["points"]) == ("closed", 5)
    late = client(own).put(f"{ballots}{pk}/vote/", vote, format="json")
    assert late.data["error"]["code"] == "ballot-closed"

    other = desk.post(ballots, {"title": "Off", "source": "clubs"}, format="json").data["id"]
    client(own).put(f"{ballots}{other}/vote/", vote, format="json")
    off = desk.post(f"{ballots}{other}/cancel/").data
    assert (off["state"], off["voted"], off["votes"]) == ("cancelled", 0, [])
    # Its title is free again.
    again = desk.post(ballots, {"title": "Off", "source": "clubs"}, format="json")
    assert again.status_code == 201


def test_what_cannot_be_is_refused_and_nothing_is_stored():
    tournament = league(4)
    director, own = director_of(tournament), manager(tournament, 1, "Own")
    ballots = f"/api/v1/tournaments/{tournament.slug}/ballots/"
    usual = {"title": "Fair play", "source": "clubs"}
    made = client(director).post(ballots, usual, format="json").data["id"]

    def codes(address, sent, user=director, method="post"):
        answer = getattr(client(user), method)(address, sent, format="json")
        assert answer.status_code >= 400
        return {(each["code"], each["place"]) for each in answer.data["error"]["refusals"]}

    yesterday = (timezone.now() - timedelta(days=1)).isoformat()
    sent = {"title": "FAIR play", "source": "batting.moons", "closes_at": yesterday}
    assert codes(ballots, sent) == {
        ("unknown-source", "source"),
        ("deadline-impossible", "closes_at"),
        ("duplicate-title", "title"),
    }
    at = f"{ballots}{made}/vote/"
    for named, expected in (
        ([1, 2], {("places-missing", "candidates")}),
        ([1, 1, 2], {("named-twice", "candidates")}),
        ([1, 2, 7], {("unknown-candidate", "candidates.3")}),
    ):
        assert codes(at, {"club": 1, "candidates": named}, own, "put") == expected
    assert codes(at, {"club": 2, "candidates": [1, 2, 3]}, own, "put") == {
        ("not-your-club", "club")
    }
    assert codes(at, {"club": 1, "candidates": [1, 2, 3]}, person("Outsider"), "put") == {
        ("not-your-club", "club")
    }
    Entrant.objects.filter(tournament=tournament, number=1).update(dropped="void")
    assert codes(at, {"club": 1, "candidates": [1, 2, 3]}, own, "put") == {("club-is-out", "club")}
    elsewhere = league(4, name="Elsewhere", started=False, director=director)
    other = f"/api/v1/tournaments/{elsewhere.slug}/ballots/"
    assert codes(other, usual) == {("not-started", "state")}
    assert client(director).post(f"{other}{made}/close/").status_code == 404
    page = browser(director).post(f"/t/{tournament.slug}/awards/", {"title": "", "source": "x"})
    assert page.status_code == 422
    assert Ballot.objects.count() == 1
    assert not Named.objects.exists()
