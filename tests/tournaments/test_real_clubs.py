"""Squads that no draft brings: the real clubs of a year. Those of a sheet are in
``test_squads_of_a_sheet``."""

import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game
from games.planning.models import LineUp
from rosters.drafts.services.preparing import set_up_draft
from rosters.models import ClubSeason, RosterSpot, Squad, Team
from rosters.presenters.clubs import club_look
from rosters.rules.draft.settings import DraftSettings
from rosters.selectors.real_clubs import real_clubs, real_leagues
from rosters.services.card_sets import make_card_set
from rosters.services.importing import source, store_year
from rosters.sources.facts import ClubFacts, ParkFacts
from rosters.sources.fictional.league import invent_league
from rosters.sources.fictional.parks import house_parks
from tests.builders import browser, director_of, league, manager
from tournaments.book.models import BattingSum
from tournaments.models import Tournament
from tournaments.services.events import start_tournament
from tournaments.services.play_out import play_now
from tournaments.services.squads import replay_league

pytestmark = pytest.mark.django_db

YEAR = 1986


@cache
def the_league():
    return invent_league("real clubs", YEAR)


@pytest.fixture
def cards():
    """A set of a year in which two leagues had clubs; four of them in the first."""
    invented = the_league()
    names = sorted({one.season.teams[0] for one in invented})[:6]
    keys = {name: f"C{number}" for number, name in enumerate(names, start=1)}
    players = [one for one in invented if one.season.teams[0] in keys]
    moved = next(one for one in players if one.season.teams[0] == names[1] and one.season.batting)

    def season(one):
        mine = (keys[one.season.teams[0]],)
        # He began the year with the first club and ended it with the second.
        return replace(one.season, teams=("C1", *mine) if one is moved else mine)

    made = source(("real", "Real", "imported", ""))
    park = next(iter(house_parks())).numbers
    store_year(
        source=made,
        year=YEAR,
        people={one.person.key: one.person for one in players},
        seasons={one.person.key: [season(one)] for one in players},
        clubs=[
            ClubFacts(YEAR, "NL" if number <= 4 else "AL", f"C{number}", name, name, 100, {}, key)
            for number, name in enumerate(names, start=1)
            for key in [f"park-{number}"]
        ],
        parks=[
            ParkFacts(f"park-{number}", f"Park {number}", "", park)
            for number in range(1, len(names) + 1)
        ],
        acting_user=None,
    )
    found = make_card_set(
        name="Real", system_key="purestrat", source=made, years=[YEAR], acting_user=None
    )
    found.moved = f"{moved.person.first_name} {moved.person.last_name}".strip()
    return found


def refused(act, **given) -> list[str]:
    with pytest.raises(Refused) as error:
        act(**given)
    return [each.code for each in error.value.refusals]


def an_event(cards, clubs: int = 5) -> Tournament:
    return league(clubs, system_key="purestrat", card_set=cards.slug, started=False)


def test_a_league_of_a_year_is_replayed_with_its_players_parks_and_order(cards):
    tournament = an_event(cards, 3)
    director = director_of(tournament)
    morgan = manager(tournament, 2)
    assert [(each.league, each.clubs) for each in real_leagues(cards)] == [("AL", 2), ("NL", 4)]
    replay_league(tournament=tournament, year=YEAR, league="NL", acting_user=director)
    clubs = {each.key: each for each in ClubSeason.objects.filter(league="NL")}
    entered = {each.team.abbreviation: each.team for each in tournament.entrants.all()}
    assert {key: team.name for key, team in entered.items()} == {
        key: club.name for key, club in clubs.items()
    }
    # In the colours in which the pool shows them, and no two alike.
    looks = {key: club_look(key, club.name) for key, club in clubs.items()}
    assert {key: (team.colour, team.accent) for key, team in entered.items()} == {
        key: (look.colour, look.accent) for key, look in looks.items()
    }
    assert len({team.colour for team in entered.values()}) > 1
    numbers = tournament.entrants.values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]
    # Whoever managed a club that was entered manages the club it became.
    assert morgan.teams.get().team in entered.values()
    for key, team in entered.items():
        squad = Squad.objects.get(event__key=tournament.scope, team=team)
        assert squad.ballpark.key == clubs[key].park_key
        players = [
            spot.card for spot in squad.spots.select_related("card__season").order_by("number")
        ]
        assert len(players) <= 25
        assert {card.season.teams[-1] for card in players} == {key}
        kinds = [card.kind for card in players]
        assert kinds == sorted(kinds)
        rotation = [card.season.starts for card in players if card.season.starts][:4]
        assert rotation == sorted(rotation, reverse=True)
        stage = tournament.stages.get()
        turns = sorted((card.season.starts for card in players), reverse=True)[:5]
        assert list(squad.starts.values_list("card__season__starts", flat=True)) == [
            turns[number % 5] for number in range(3 * stage.legs * stage.series_length)
        ]
        games = {
            (card.pk, line["position"]): line["games"]
            for card in players
            for line in card.season.fielding
        }
        line_ups = LineUp.objects.filter(squad=squad, series=None, number=0)
        assert {each.against for each in line_ups} == {"L", "R"}
        for each in line_ups:
            played = [(player, position) for player, position in each.spots if player]
            assert len(played) == 8
            for player, position in played:
                others = [key for key, at in games if at == position and key not in dict(played)]
                # Nobody on the bench was there oftener.
                assert all(games[player, position] >= games[key, position] for key in others)
    held = RosterSpot.objects.filter(card__name=cards.moved).values_list("squad__team", flat=True)
    assert entered["C1"].pk not in held

    before = list(RosterSpot.objects.values_list("squad", "card"))
    started = start_tournament(tournament=tournament, acting_user=director)
    assert list(RosterSpot.objects.values_list("squad", "card")) == before
    series = started.stages.get().rounds.first().fixtures.first().series
    play_now(tournament=started, series_ids=[series.pk], acting_user=director)
    game, _ = Game.objects.filter(series=series, status=Game.Status.FINAL).order_by("number")
    for club, team in zip(game.clubs, (game.away, game.home), strict=True):
        squad = Squad.objects.get(event__key=tournament.scope, team=team)
        declared = squad.starts.get(column=1).card_id
        at = club["positions"].index(1)
        assert club["cards"][club["order"][at] - 1] == declared


def test_replaying_again_and_another_league_leaves_nothing_behind(cards):
    tournament = an_event(cards, 5)
    director = director_of(tournament)
    again = {"tournament": tournament, "year": YEAR, "acting_user": director}
    replay_league(league="NL", **again)
    first = list(tournament.entrants.values_list("team__name", flat=True))
    replay_league(league="NL", **again)
    assert list(tournament.entrants.values_list("team__name", flat=True)) == first
    assert Team.objects.count() == Squad.objects.count() == 4
    # Two clubs are no event.
    assert refused(replay_league, league="AL", **again) == ["number-of-clubs"]
    assert refused(replay_league, league="XX", **again) == ["no-such-league"]
    assert list(tournament.entrants.values_list("team__name", flat=True)) == first


def test_a_club_with_people_is_not_thrown_out(cards):
    tournament = an_event(cards, 6)
    director = director_of(tournament)
    manager(tournament, 6)
    given = {"tournament": tournament, "year": YEAR, "league": "NL", "acting_user": director}
    assert refused(replay_league, **given) == ["club-has-people"]
    assert tournament.entrants.count() == 6
    assert not Squad.objects.exists()


def test_no_league_is_replayed_over_a_draft_nor_once_play_has_begun(cards):
    tournament = an_event(cards, 4)
    director = director_of(tournament)
    given = {"tournament": tournament, "year": YEAR, "league": "NL", "acting_user": director}
    draft = set_up_draft(
        scope=tournament.scope,
        name="Draft",
        card_set=cards,
        teams=[each.team for each in tournament.entrants.all()],
        settings=DraftSettings(sanctioned=False),
        acting_user=director,
    )
    assert refused(replay_league, **given) == ["draft-set-up"]
    draft.delete()
    replay_league(**given)
    start_tournament(tournament=tournament, acting_user=director)
    assert refused(replay_league, **given) == ["already-started"]


def test_a_club_that_cannot_field_a_team_is_named(cards):
    tournament = an_event(cards, 4)
    director = director_of(tournament)
    catchers = [
        card.pk
        for card in cards.cards.select_related("season").filter(kind="hitter")
        if card.season.teams[-1] == "C3" and "c" in card.positions.split()
    ]
    cards.cards.filter(pk__in=catchers).delete()
    club = next(
        each for each in real_clubs(cards, YEAR, "NL", DraftSettings()) if each.season.key == "C3"
    )
    assert [each.code for each in club.problems] == ["field-not-covered"]
    given = {"tournament": tournament, "year": YEAR, "league": "NL", "acting_user": director}
    with pytest.raises(Refused) as error:
        replay_league(**given)
    assert {each.place for each in error.value.refusals} == {club.season.name}
    assert not Squad.objects.exists()


def test_the_desk_replays_a_league_with_one_press(cards):
    tournament = an_event(cards, 4)
    desk = browser(director_of(tournament))
    page = desk.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert "National League of 1986, 4 clubs" in page
    answer = desk.post(f"/t/{tournament.slug}/desk/", {"act": "replay", "league": f"{YEAR}-NL"})
    assert answer.status_code == 302
    assert Squad.objects.filter(event__key=tournament.scope).count() == 4
    assert Action.objects.filter(code="league-replayed").count() == 1
    answer = desk.post(f"/t/{tournament.slug}/desk/", {"act": "replay", "league": "x-y"})
    assert answer.status_code == 422


def test_the_sheet_of_a_replayed_league_can_be_sent_back_as_it_is(cards):
    tournament = an_event(cards, 4)
    director = director_of(tournament)
    replay_league(tournament=tournament, year=YEAR, league="NL", acting_user=director)
    office, address = browser(director), f"/t/{tournament.slug}/squads/"
    before = list(RosterSpot.objects.order_by("squad__team", "number").values_list("card"))
    homes = list(Squad.objects.order_by("team").values_list("ballpark"))
    shown = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", text(office, address), re.S)[1])
    assert office.post(address, {"sheet": shown}).status_code == 302
    assert list(RosterSpot.objects.order_by("squad__team", "number").values_list("card")) == before
    assert list(Squad.objects.order_by("team").values_list("ballpark")) == homes


def text(client, address: str) -> str:
    return client.get(address).content.decode()


def test_a_replayed_league_is_divided_as_it_really_was(cards):
    tournament = an_event(cards, 4)
    dana = director_of(tournament)
    split = f"/api/v1/tournaments/{tournament.slug}/divisions/split/"

    def asked() -> tuple[int, list[str]]:
        answer = browser(dana).post(
            split, {"count": 2, "way": "real"}, content_type="application/json"
        )
        refusals = answer.json().get("error", {}).get("refusals", ())
        return answer.status_code, [each["code"] for each in refusals]

    assert asked()[1] == ["no-real-divisions"]
    replay_league(tournament=tournament, year=YEAR, league="NL", acting_user=dana)
    assert asked()[1] == ["no-real-divisions"]
    real = ClubSeason.objects.filter(league="NL")
    real.update(division="E")
    real.filter(pk=real.first().pk).update(division="W")
    # One club is no division.
    assert asked()[1] == ["number-of-divisions"]
    real.update(division="E")
    assert asked()[0] == 200
    assert set(tournament.entrants.values_list("division", flat=True)) == {1}


def test_a_replay_stands_beside_what_really_happened(cards):
    tournament = an_event(cards, 4)
    director = director_of(tournament)
    address = f"/t/{tournament.slug}/history/"
    assert browser().get(address).status_code == 404
    missing = browser().get(f"/api/v1/tournaments/{tournament.slug}/history/")
    assert missing.status_code == 404
    replay_league(tournament=tournament, year=YEAR, league="NL", acting_user=director)
    first = ClubSeason.objects.filter(league="NL").order_by("name").first()
    ClubSeason.objects.filter(pk=first.pk).update(totals={"G": 162, "W": 95, "L": 67, "R": 810})
    page = browser().get(address)
    clubs = {each.entrant.team.name: each for each in page.context["clubs"]}
    told = clubs.pop(first.name)
    assert (told.real_won, told.real_lost, told.real_runs_a_game) == (95, 67, 5)
    assert "95–67" in page.content.decode()
    assert all(each.real_won is None and each.real_share is None for each in clubs.values())
    # The most home runs of the year among these squads are first, whoever leads here.
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope).select_related(
        "card__season"
    )
    most = max((spot.card.season.batting or {}).get("home_runs", 0) for spot in spots)
    homers = dict(page.context["leading"])["Home runs"]
    assert all(here is None for here, _ in homers)
    assert page.context["men"] == []
    api = f"/api/v1/tournaments/{tournament.slug}/history/"
    data = browser().get(api).json()
    assert {each["real_won"] for each in data["clubs"]} == {95, None}
    assert {each["division"] for each in data["clubs"]} == {""}
    # Those whose divisions were imported stand in them.
    ClubSeason.objects.filter(league="NL").update(division="W")
    ClubSeason.objects.filter(pk=first.pk).update(division="E")
    beside = browser().get(address)
    assert [each.division for each in beside.context["clubs"]] == ["East", "West", "West", "West"]
    assert beside.context["clubs"][0].entrant.team.name == first.name
    assert 'class="eyebrow">West</th>' in beside.content.decode()
    assert data["men"] == []
    # Who has played here stands beside himself.
    stage = tournament.stages.get()
    hitter = max(spots, key=lambda spot: (spot.card.season.batting or {}).get("home_runs", 0))
    BattingSum.objects.create(
        stage=stage,
        team=hitter.squad.team,
        card=hitter.card,
        split="H",
        games=10,
        plate_appearances=42,
        at_bats=40,
        hits=13,
        home_runs=3,
    )
    told = browser().get(address)
    ((title, columns, ((player, cells),)),) = told.context["men"]
    heads = [column.key for column in columns]
    assert (title, player.card) == ("At bat", hitter.card_id)
    assert cells[heads.index("home_runs")] == ("3", str(most))
    assert cells[heads.index("average")][0] == ".325"
    assert f"/seasons/real/{YEAR}/{first.key}/" in told.content.decode()
    (line,) = browser().get(api).json()["men"]
    assert (line["here"]["home_runs"], line["real"]["home_runs"]) == (3, most)
    assert homers[0][1][2] == str(most)
    assert "Beside history" in browser().get(f"/t/{tournament.slug}/standings/").content.decode()


def test_the_desk_shows_who_becomes_whom_before_a_league_is_replayed(cards):
    tournament = an_event(cards, 3)
    desk, url = browser(director_of(tournament)), f"/t/{tournament.slug}/desk/"
    before = list(tournament.entrants.values_list("team__name", flat=True))
    sent = {"act": "replay", "league": f"{YEAR}-NL"}
    change = desk.post(url, {**sent, "preview": "1"}).context["change"]
    assert [club.before for club in change.taken] == [*before, ""]
    assert all(club.players > 20 and club.park for club in change.taken)
    assert list(tournament.entrants.values_list("team__name", flat=True)) == before
    assert desk.post(url, sent).status_code == 302
    entered = dict(tournament.entrants.values_list("number", "team__name"))
    assert {club.number: club.after for club in change.taken} == entered
