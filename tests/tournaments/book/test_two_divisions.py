"""The same card in two divisions of an event is another player in each."""

import pytest
from django.db.models import Q

from games.models import Game, Series
from games.seriesday.services.players_lines import count_players_lines
from games.services.playing import play_series
from games.services.rewinding import void_game
from rosters.models import RosterSpot, Squad
from tests.builders import browser, director_of, league
from tests.games.seriesday.builders import a_day
from tests.rosters.builders import a_purestrat_set
from tournaments.awards.selectors import Ranks
from tournaments.book.checking import check_books
from tournaments.book.house import count_records
from tournaments.book.keeping import keep_books
from tournaments.book.models import (
    BattingSum,
    BookedGame,
    Course,
    FieldingSum,
    HandSum,
    PitchingSum,
)
from tournaments.book.reading import batting_of
from tournaments.book.selectors import open_book
from tournaments.rules.asking import Asked
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared():
    """A played league in which a club of the other series has the best hitter of the first, too."""
    day = a_day(cards=True, length=2)
    for pk in Series.objects.filter(event__key=day.tournament.scope).values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())
    return day


def test_a_player_of_two_clubs_is_shown_for_each_of_them(shared):
    slug, scope = shared.tournament.slug, shared.tournament.scope
    lines = browser().get(f"/t/{slug}/statistics.json?sort=hits").json()["lines"]
    one, other = lines[0], next(each for each in lines if each["club"] != lines[0]["club"])
    # What the second player did, the first did for that club: two clubs have his card.
    for model in (BattingSum, PitchingSum, FieldingSum, HandSum):
        model.objects.filter(card=one["card"], team=other["team"]).delete()
        model.objects.filter(card=other["card"]).update(card=one["card"])
    squad = Squad.objects.get(event__key=scope, team=other["team"])
    RosterSpot.objects.create(squad=squad, card_id=one["card"], number=99)
    at = f"/t/{slug}/men/{one['card']}/"
    page = browser().get(at)
    assert {each.number for each in page.context["for_clubs"]} == {one["club"], other["club"]}
    assert f"{at}?club={other['club']}" in page.content.decode()
    hits = {}
    for club in (one["club"], other["club"]):
        told = browser().get(f"/api/v1/tournaments/{slug}/men/{one['card']}/?club={club}").json()
        (half,) = [each for each in told["halves"] if each["table"] == "batting"]
        hits[club] = half["groups"][0]["lines"][0]["values"]["hits"]
        assert {each["club"] for each in half["log"]} <= {club}
        assert browser().get(f"{at}?club={club}").context["club"].number == club
    assert hits == {one["club"]: one["values"]["hits"], other["club"]: other["values"]["hits"]}
    table = browser().get(f"/t/{slug}/statistics/?sort=hits").content.decode()
    assert f"{at}?club={one['club']}" in table
    # Awards hold them apart, too.
    ranks = Ranks(open_book(shared.tournament, Asked()))
    his = [lines for lines in ranks.lines("batting") if lines[0].player.card == one["card"]]
    assert [len(lines) for lines in his] == [1, 1]


@pytest.mark.long
def test_a_club_that_is_not_there_is_not_found(shared):
    slug = shared.tournament.slug
    card = browser().get(f"/t/{slug}/statistics.json").json()["lines"][0]["card"]
    for club in ("99", "nobody", "-1", "9" * 40):
        for at in (f"/t/{slug}/men/{card}/", f"/t/{slug}/men/{card}.json"):
            assert browser().get(f"{at}?club={club}").status_code == 404, club
    assert browser().get(f"/api/v1/tournaments/{slug}/men/{card}/?club=99").status_code == 404
    assert browser().get(f"/api/v1/tournaments/{slug}/men/{card}/?club=x").status_code == 400


@pytest.mark.long
def test_streaks_and_seasons_of_one_card_in_two_divisions_are_those_of_two_players():
    event = league(
        6,
        system_key="purestrat",
        card_set=a_purestrat_set(clubs=8).slug,
        format=Format(legs=1, series_length=3),
        in_divisions=2,
    )
    one, other = (event.entrants.filter(division=number)[0].team for number in (1, 2))
    squads = [Squad.objects.get(event__key=event.scope, team=team) for team in (one, other)]
    # The second division drafted from the same cards, and one of its clubs has a club of the first.
    squads[1].spots.all().delete()
    RosterSpot.objects.bulk_create(
        RosterSpot(squad=squads[1], card=spot.card, number=spot.number)
        for spot in squads[0].spots.all()
    )
    for pk in event.series.order_by("-pk").values_list("pk", flat=True):
        play_series(series_ids=[pk], acting_user=None)
    keep_books(count_players_lines())

    def longest(team, card):
        """His longest hitting streak for a club, off the lines of its games."""
        now = best = 0
        games = BookedGame.objects.filter(game__in=games_of(team)).order_by(
            "game__series__fixture__round__number", "game__series", "game__number"
        )
        for each in games:
            side = 0 if each.game.away_id == team.pk else 1
            his = batting_of(each.game.players_lines.batting).get((side, card))
            if his is None:
                continue
            if his["hits"]:
                now += 1
            elif his["at_bats"] or his["sacrifice_flies"]:
                now = 0
            best = max(best, now)
        return best

    def games_of(team):
        return Game.objects.filter(Q(home=team) | Q(away=team), series__event__key=event.scope)

    def kept(team):
        rows = Course.objects.filter(tournament=event, team=team, season=True, stale=False)
        return {row.card_id: row.best_hitting for row in rows}

    both = kept(one).keys() & kept(other).keys()
    assert len(both) >= 9
    for team in (one, other):
        assert all(kept(team)[card] == longest(team, card) for card in both)
    assert any(longest(one, card) != longest(other, card) for card in both)
    assert check_books() == 0
    # A game of one division is taken out, and the streaks of both are right again.
    untouched = kept(other)
    game = games_of(one).filter(status="final").order_by("pk")[0]
    Game.objects.filter(pk=game.pk).update(seed="", source=Game.Source.SCORED)
    void_game(game_id=game.pk, reason="Not so.", acting_user=director_of(event))
    keep_books([])
    assert not Course.objects.filter(stale=True).exists()
    assert kept(other) == untouched
    assert all(kept(one)[card] == longest(one, card) for card in both & kept(one).keys())
    assert check_books() == 0
    # Each is a player of his own in the records of a season.
    lines = [
        line
        for each in count_records("purestrat").data["season"]
        if each["key"] == "hits"
        for line in each["lines"]
    ]
    hits = sorted(
        (
            sum(row.hits for row in BattingSum.objects.filter(card=card, team=team))
            for card in set(BattingSum.objects.values_list("card", flat=True))
            for team in event.entrants.values_list("team", flat=True)
        ),
        reverse=True,
    )
    assert [int(line["shown"]) for line in lines] == hits[: len(lines)]
