"""What is odd in a season, on pages and through the API: players who were traded, who were hurt,
and games that two sides tell otherwise."""

from collections import Counter

import pytest

from games.engine.events import INJURY, kind_of
from games.models import Game, PlayersLines, Series
from games.records import record_of
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import correct_report, settle_report
from games.services.playing import play_series
from games.services.rewinding import void_game
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tournaments.book.checking import check_book
from tournaments.book.house import count_records
from tournaments.book.keeping import keep_book, keep_books, take_off
from tournaments.book.models import BattingSum
from tournaments.selectors.transactions import transactions_of

pytestmark = pytest.mark.django_db


def a_season(length: int = 2):
    made = a_day(cards=True, length=length)
    keys = Series.objects.filter(event__key=made.tournament.scope).order_by("pk")
    play_series(series_ids=list(keys.values_list("pk", flat=True)), acting_user=None)
    keep_books(count_players_lines())
    return made


@pytest.mark.long
def test_a_player_who_was_traded_has_a_line_for_each_club_and_one_season():
    day = a_season()
    key, slug = day.tournament.pk, day.tournament.slug
    sums = BattingSum.objects.filter(stage__tournament=key)
    his = sums.order_by("-hits").first()
    other = sums.exclude(team=his.team).order_by("-hits").first()
    # From the second half of the season on he plays for the other club, in the place of its player.
    for row in PlayersLines.objects.filter(game__series__fixture__round__number__gt=1):
        game = row.game
        sides = {game.away_id: 0, game.home_id: 1}
        if {his.team_id, other.team_id} & set(sides):
            take_off([row.pk])
            row.batting = [
                [side, his.card_id if card == other.card_id else card, *counts]
                for side, card, *counts in row.batting
                if not (card == his.card_id and sides.get(his.team_id) == side)
            ]
            row.save()
    keep_book(key)
    assert check_book(key) == 0
    teams = set(BattingSum.objects.filter(card=his.card_id).values_list("team", flat=True))
    assert teams == {his.team_id, other.team_id}
    numbers = set(day.tournament.entrants.filter(team__in=teams).values_list("number", flat=True))
    lines = [
        each
        for each in browser().get(f"/t/{slug}/statistics.json?sort=hits").json()["lines"]
        if each["card"] == his.card_id
    ]
    assert {each["club"] for each in lines} == numbers
    hits = {each["club"]: each["values"]["hits"] for each in lines}
    whole = Counter()
    for row in PlayersLines.objects.all():
        for _, card, *counts in row.batting:
            if card == his.card_id:
                whole["hits"] += counts[3]
    assert sum(hits.values()) == whole["hits"] > 0
    at = f"/api/v1/tournaments/{slug}/men/{his.card_id}/"
    told = browser().get(at).json()
    (half,) = [each for each in told["halves"] if each["table"] == "batting"]
    assert half["groups"][0]["lines"][-1]["values"]["hits"] == whole["hits"]
    assert {each["club"] for each in half["log"]} == numbers
    for number in numbers:
        alone = browser().get(f"{at}?club={number}").json()
        (half,) = [each for each in alone["halves"] if each["table"] == "batting"]
        assert half["groups"][0]["lines"][-1]["values"]["hits"] == hits[number]
        assert browser().get(f"/t/{slug}/men/{his.card_id}/?club={number}").status_code == 200
        page = browser().get(f"/t/{slug}/teams/{number}/").content.decode()
        assert f"/men/{his.card_id}/" in page
    assert browser().get(f"/t/{slug}/men/{his.card_id}/").status_code == 200
    # In the records of seasons he is one player with all of it.
    season = count_records("purestrat").data["season"]
    (best,) = [each["lines"] for each in season if each["key"] == "hits"]
    mine = [each["shown"] for each in best if each["card"] == his.card_id]
    most = max(int(each["shown"]) for each in best)
    assert (
        mine == [str(whole["hits"])] or whole["hits"] < min(int(e["shown"]) for e in best) <= most
    )


@pytest.mark.long
def test_who_was_hurt_stands_among_the_transactions_while_the_game_does():
    day = a_season()
    slug = day.tournament.slug

    def hurt() -> Counter[int]:
        """Players by game, as the plays have them."""
        return Counter(
            {
                game.pk: sum(kind_of(event) == INJURY for event in record_of(game).events)
                for game in Game.objects.filter(status="final")
            }
        )

    def told() -> Counter[int]:
        found = [each for each in transactions_of(day.tournament) if each.kind == "hurt"]
        assert all(each.words.startswith("hurt against ") for each in found)
        return Counter(each.game for each in found)

    assert +hurt() == told()
    assert told()
    one = next(each for each in transactions_of(day.tournament) if each.kind == "hurt")
    page = browser().get(f"/t/{slug}/transactions/?club={one.club.number}").content.decode()
    assert one.words in page
    assert f"/games/{one.game}/" in page
    api = browser().get(f"/api/v1/tournaments/{slug}/transactions/?card={one.card}").json()
    assert (one.kind, one.game) in {(each["kind"], each["game"]) for each in api["results"]}
    player = browser().get(f"/t/{slug}/men/{one.card}/")
    assert "hurt" in {each.kind for each in player.context["moved"]}
    Game.objects.filter(pk=one.game).update(seed="", source=Game.Source.SCORED)
    void_game(game_id=one.game, reason="Not so.", acting_user=day.director)
    assert one.game not in told()
    keep_books([])
    assert +hurt() == told()
    assert check_book(day.tournament.pk) == 0
    # Lines that were counted before anybody looked are counted anew, and in the book all the while.
    before = told()
    PlayersLines.objects.update(incidents=None)
    games = browser().get(f"/t/{slug}/statistics.json").json()["covered"]
    keep_books(count_players_lines())
    assert told() == before
    assert browser().get(f"/t/{slug}/statistics.json").json()["covered"] == games


def test_of_reports_that_contradict_each_other_the_book_has_what_was_settled():
    day = a_day(cards=True, length=2)
    key, slug = day.tournament.pk, day.tournament.slug

    def covered() -> tuple[int, int]:
        keep_books(count_players_lines())
        assert check_book(key) == 0
        file = browser().get(f"/t/{slug}/statistics.json").json()
        api = browser().get(f"/api/v1/tournaments/{slug}/statistics/?page_size=200").json()
        hits = sum(each["values"]["hits"] for each in file["lines"])
        assert sum(each["values"]["hits"] for each in api["results"]) == hits
        return file["covered"], hits

    def hits_of(claim) -> int:
        return sum(line.hits for side in claim.sides for line in side.batting)

    one, other = day.boxed(seed="one"), day.boxed(seed="other")
    assert hits_of(one) != hits_of(other)
    first = day.report(day.home, one)
    assert covered() == (0, 0)
    assert day.report(day.away, other).state == "disputed"
    assert covered() == (0, 0)
    act = {"game_id": first.game_id, "acting_user": day.director}
    settle_report(version=first.version, reason="So it was.", **act)
    assert covered() == (1, hits_of(one))
    correct_report(claim=other, reason="No, so.", despite=True, reopens=True, **act)
    assert covered() == (1, hits_of(other))
