"""Drafts of Deep Drive: live through pages and API, by the house, from a sheet, by practice; the
squad law is the event's own."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest

from config.refusals import Refused
from games.clubs import clubs_of
from games.services.playing import play_series
from rosters.drafts.models import Draft, DraftPick
from rosters.drafts.services import directing, finishing, preparing
from rosters.models import CardSet, RosterSpot, Squad
from rosters.rules.draft.settings import settings_of
from rosters.rules.draft.squad_law import law_of, rounds
from rosters.rules.editions.presets import HOUSE_LEAGUE
from rosters.rules.imputed import RELIEVER, STARTER
from rosters.selectors.prospects import prospects
from rosters.services.card_sets import make_card_set
from rosters.services.importing import source, store_year
from rosters.sources.facts import ClubFacts, ParkFacts
from rosters.sources.fictional.league import invent_league
from rosters.sources.fictional.parks import house_parks
from tests.builders import browser, director_of, person
from tests.games.systems.deep_drive.events import (
    an_event,
    board_of,
    client_of,
    first_series,
    in_setup,
)
from tests.rosters.drafts import prepared, room_of
from tests.rosters.test_draft_pages import managing
from tournaments.models import Tournament
from tournaments.selectors.drafts import draft_settings
from tournaments.services.editions import change_edition
from tournaments.services.events import start_tournament
from tournaments.services.squads import enter_squads, read_squads, replay_league

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SETTINGS = settings_of(HOUSE_LEAGUE.edition)
LAW = law_of("deep-drive")


def opened(clubs: int = 4, **changes) -> tuple[Draft, Tournament]:
    """An open draft of an event's own settings; slots are the clubs' numbers."""
    tournament = in_setup(clubs, **changes)
    settings = replace(draft_settings(tournament), sanctioned=False)
    draft = prepared(tournament, settings)
    director = director_of(tournament)
    return preparing.open_draft(draft=draft, acting_user=director, now=NOW), tournament


def house_drafts(draft: Draft, user, *slots: int) -> None:
    for slot in slots or room_of(draft).seats:
        directing.change_drafter(
            draft=draft, division=1, slot=slot, drafter="house", acting_user=user, now=NOW
        )


def legal(squad: Squad) -> None:
    """Nine positions with a back-up each, five starters, six relievers, twenty-five in all."""
    cards = [spot.card for spot in squad.spots.select_related("card")]
    assert len(cards) == 25
    starts = [card for card in cards if card.cells.get("starter") not in (None, "", "-", "0")]
    relieves = [card for card in cards if card.cells.get("relief") not in (None, "", "-", "0")]
    assert len(starts) >= 5
    assert len([card for card in relieves if card not in starts]) >= 6
    found = {card.pk: card for card in cards}
    players = [each for each in prospects(cards[0].card_set) if each.key in found]
    assert LAW.holes(players, 0, (), SETTINGS) == []
    for position in ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf"):
        assert sum(position in player.positions for player in players) >= 1


def sheet(rows) -> str:
    return "team;player\n" + "\n".join(";".join(map(str, row)) for row in rows)


def dealt(tournament: Tournament) -> list[list[str]]:
    """Rows that give every club a legal squad: those that the house would deal."""
    other = an_event(
        tournament.entrants.count(), cards=tournament.card_set, name=f"Dealt {tournament.pk}"
    )
    numbers = dict(other.entrants.values_list("team", "number"))
    spots = RosterSpot.objects.filter(squad__event__key=other.scope).select_related("squad", "card")
    return [[str(numbers[spot.squad.team_id]), spot.card.key] for spot in spots]


def codes(act, **given) -> set[tuple[str, str]]:
    with pytest.raises(Refused) as error:
        act(**given)
    return {(each.code, each.place) for each in error.value.refusals}


# ---- the law


def test_the_law_is_the_editions() -> None:
    assert (LAW.starters(SETTINGS), LAW.relievers(SETTINGS), LAW.players(SETTINGS)) == (5, 6, 25)
    assert rounds(LAW, SETTINGS) == 26
    plan = Counter(LAW.plan(SETTINGS))
    assert (plan[STARTER], plan[RELIEVER], plan.total()) == (5, 6, 25)
    other = replace(SETTINGS, starters=4, least_relievers=3, players=22)
    assert (LAW.starters(other), LAW.relievers(other), LAW.players(other)) == (4, 3, 22)
    wants = {need.key: need.wants for need in LAW.needs([], 25, SETTINGS)}
    assert (wants[STARTER], wants[RELIEVER], wants["c"]) == (5, 6, 2)


def test_what_is_missing_of_a_squad_is_told() -> None:
    event = an_event(3)
    squad = Squad.objects.filter(event__key=event.scope).first()
    keys = set(squad.spots.values_list("card", flat=True))
    players = [each for each in prospects(event.card_set) if each.key in keys]

    def holes(left) -> set[str]:
        return {each.code for each in LAW.holes(left, 0, (), SETTINGS)}

    assert holes(players) == set()
    catchers = [player for player in players if "c" in player.positions]
    assert len(catchers) >= 2
    # One catcher gone: the other has no back-up. None: nobody catches.
    without = [player for player in players if player is not catchers[0]]
    assert len(holes(without)) == 1
    assert holes([player for player in players if "c" not in player.positions])
    starters = [player for player in players if player.starts]
    assert "starters-impossible" in holes([m for m in players if m not in starters[:1]])
    bullpen = [player for player in players if player.relieves and not player.starts]
    assert "relievers-impossible" in holes([m for m in players if m not in bullpen[:1]])


# ---- live


@pytest.mark.long
def test_a_live_draft_of_three_clubs_through_pages_to_the_first_game() -> None:
    draft, tournament = opened(3)
    users = {slot: managing(draft, slot) for slot in (1, 2, 3)}
    home = f"/drafts/{draft.pk}/"
    for _ in range(6):
        turn = room_of(draft).board.turn.seat
        page = browser(users[turn])
        assert "Your turn" in page.get(home).content.decode()
        card = client_of(users[turn]).get(f"/api/v1{home}available/").json()[0]["id"]
        other = browser(users[turn % 3 + 1])
        assert other.post(home, {"act": "pick", "card": card}).status_code == 422
        assert page.post(home, {"act": "pick", "card": card}).status_code == 302
        # Nobody has a player twice.
        again = room_of(draft).board.turn.seat
        taken = browser(users[again]).post(home, {"act": "pick", "card": card})
        assert taken.status_code == 422
    assert browser(users[1]).post(home, {"act": "pick", "card": "999999"}).status_code == 422
    assert DraftPick.objects.filter(draft=draft).count() == 6
    director = director_of(tournament)
    house_drafts(draft, director)
    finishing.finish_draft(draft=draft, acting_user=director, now=NOW)
    squads = Squad.objects.filter(event__key=tournament.scope)
    assert squads.count() == 3
    for squad in squads:
        legal(squad)
        assert squad.ballpark is not None
    start_tournament(tournament=tournament, acting_user=director)
    assert browser(director).get(f"/t/{tournament.slug}/desk/").status_code == 200
    assert board_of(tournament, first_series(tournament).home_id).designates


def test_a_live_draft_through_the_api_says_why_a_pick_is_refused() -> None:
    draft, tournament = opened(4)
    where = f"/api/v1/drafts/{draft.pk}/"
    first = client_of(managing(draft, 1))
    left = first.get(f"{where}available/").json()
    card = left[0]["id"]
    refused = client_of(managing(draft, 2)).post(f"{where}picks/", {"card": card}, format="json")
    assert refused.json()["error"]["code"] == "out-of-turn"
    for wrong, code in ((10**9, "wrong-pool"), (card, None)):
        answer = first.post(f"{where}picks/", {"card": wrong}, format="json")
        assert (answer.json()["error"]["code"] if code else None) == code
    director = client_of(director_of(tournament))
    taken = director.post(f"{where}picks/", {"card": card, "slot": 2}, format="json")
    assert taken.json()["error"]["code"] == "player-taken"
    board = client_of().get(where).json()
    assert [each["card"] for each in board["picks"]] == [card]


def test_nobody_drafts_himself_out_of_a_legal_squad() -> None:
    """With fourteen picks for hitters only there is no room for five starters and six relievers."""
    draft, tournament = opened(3)
    director = director_of(tournament)
    house_drafts(draft, director, 2, 3)
    where, office = f"/api/v1/drafts/{draft.pk}/", client_of(director)
    hitters, code = 0, ""
    for _ in range(25):
        room = room_of(draft)
        left = [
            player for player in room.pool.players.values() if player.key not in room.board.cards
        ]
        card = next(player.key for player in left if not player.pitches)
        answer = office.post(f"{where}picks/", {"card": card, "slot": 1}, format="json")
        if answer.status_code >= 400:
            code = answer.json()["error"]["code"]
            break
        hitters += 1
    assert hitters <= 14
    assert code in ("starters-impossible", "relievers-impossible", "field-impossible")
    house_drafts(draft, director, 1)
    finishing.finish_draft(draft=draft, acting_user=director, now=NOW)
    for squad in Squad.objects.filter(event__key=tournament.scope):
        legal(squad)


def test_the_house_drafts_for_a_club_nobody_came_for() -> None:
    tournament = in_setup(4)
    settings = replace(draft_settings(tournament), sanctioned=False)
    draft = prepared(tournament, settings)
    director = director_of(tournament)
    for seat in draft.seats.filter(number__in=(2, 4)):
        preparing.say_who_drafts(seat=seat, drafter="house", acting_user=director)
    draft = preparing.open_draft(draft=draft, acting_user=director, now=NOW)
    room = room_of(draft)
    card = max(room.pool.players.values(), key=lambda player: (player.value, player.key)).key
    office = client_of(director)
    sent = {"card": card, "slot": 1}
    assert office.post(f"/api/v1/drafts/{draft.pk}/picks/", sent, format="json").status_code in (
        200,
        201,
    )
    # Club 2 has picked at once; it is the turn of club 3.
    board = room_of(draft).board
    assert board.turn.seat == 3
    assert len(board.selections) == 2


def test_two_clubs_practise_through_the_api_and_a_page() -> None:
    tournament = in_setup(3)
    casey = person("Casey")
    client = client_of(casey)
    sent = {"card_set": tournament.card_set.slug, "teams": 2, "slot": 2}
    made = client.post("/api/v1/drafts/practice/", sent, format="json")
    assert made.status_code == 201
    mock = Draft.objects.latest("pk")
    assert mock.settled.least_relievers == 6
    where = f"/api/v1/drafts/{mock.pk}/"
    assert client.get(where).json()["turn"]["slot"] == 2
    card = client.get(f"{where}available/").json()[0]["id"]
    assert client.post(f"{where}picks/", {"card": card}, format="json").status_code == 201
    alone = client.post("/api/v1/drafts/practice/", {**sent, "teams": 1}, format="json")
    assert alone.status_code == 400
    pool = browser(casey).get(f"/cards/{tournament.card_set.slug}/").content.decode()
    assert "practi" in pool.lower()


# ---- dealt, and from a sheet


def test_squads_are_dealt_whole_and_nobody_twice() -> None:
    event = an_event(4)
    for squad in Squad.objects.filter(event__key=event.scope):
        legal(squad)
    held = RosterSpot.objects.filter(squad__event__key=event.scope).values_list("card", flat=True)
    assert len(held) == len(set(held)) == 100


def test_a_pool_that_is_too_small_deals_nobody() -> None:
    event = in_setup(4)
    event.card_set.cards.filter(cells__starter="-").delete()
    with pytest.raises(Refused) as caught:
        start_tournament(tournament=event, acting_user=director_of(event))
    assert caught.value.code == "pool-too-small"
    event.refresh_from_db()
    assert event.state == Tournament.State.SETUP
    assert not RosterSpot.objects.filter(squad__event__key=event.scope).exists()


def test_squads_of_a_sheet_are_judged_by_the_houses_law_whole_or_not_at_all() -> None:
    tournament = in_setup(4)
    director = director_of(tournament)
    rows = dealt(tournament)
    assert len(rows) == 100

    def enter(rows) -> int:
        lines = read_squads(sheet(rows))
        return enter_squads(tournament=tournament, lines=lines, meant={}, acting_user=director)

    def faults(rows) -> set[tuple[str, str]]:
        found = codes(enter, rows=rows)
        assert not Squad.objects.filter(event__key=tournament.scope).exists()
        return found

    mine = [row for row in rows if row[0] == "1"]
    others = [row for row in rows if row[0] != "1"]
    cards = {card.key: card for card in tournament.card_set.cards.all()}
    spare = [key for key in sorted(cards) if key not in {row[1] for row in rows}]

    def swapped(out, wanted) -> list[list[str]]:
        """Club 1 with others in place of some."""
        gone = [row for row in mine if out(cards[row[1]])]
        new = [key for key in spare if wanted(cards[key])][: len(gone)]
        assert len(new) == len(gone)
        return [*(row for row in mine if row not in gone), *(["1", key] for key in new), *others]

    def hits(card) -> bool:
        return card.kind == "hitter"

    def catches(card) -> bool:
        return hits(card) and "c" in card.positions.split()

    def starts(card) -> bool:
        return card.cells.get("starter", "-") not in ("", "-", "0")

    # No catcher; no starters; no bullpen.
    assert {
        place for _, place in faults(swapped(catches, lambda c: hits(c) and not catches(c)))
    } == {"Ashford Aces"}
    assert ("starters-impossible", "Ashford Aces") in faults(swapped(starts, hits))
    assert ("relievers-impossible", "Ashford Aces") in faults(
        swapped(lambda c: c.kind == "pitcher" and not starts(c), hits)
    )
    # Too many, too few, somebody unknown, somebody twice, no such club.
    assert ("squad-size", "Ashford Aces") in faults([*rows, ["1", spare[0]]])
    assert ("squad-size", "Ashford Aces") in faults([*mine[1:], *others])
    assert ("name-unknown", "row 2") in faults([["1", "Nobody Atall"], *rows[1:]])
    assert ("name-doubled", f"row {len(rows) + 2}") in faults([*rows, ["2", rows[0][1]]])
    assert ("unknown-team", "row 2") in faults([["9", rows[0][1]], *rows[1:]])
    # Through the page it stands whole.
    office = browser(director)
    address = f"/t/{tournament.slug}/squads/"
    assert office.post(address, {"sheet": sheet(rows[1:])}).status_code == 422
    assert office.post(address, {"sheet": sheet(rows)}).status_code == 302
    for squad in Squad.objects.filter(event__key=tournament.scope):
        legal(squad)
    started = start_tournament(tournament=tournament, acting_user=director)
    assert started.state == Tournament.State.RUNNING


# ---- the real clubs of a year

YEAR = 1986


@cache
def a_year():
    return invent_league("deep clubs", YEAR)


def of_a_year() -> CardSet:
    """Cards of a year in whose league four clubs played, each with its park."""
    invented = a_year()
    names = sorted({one.season.teams[0] for one in invented})[:4]
    keys = {name: f"C{number}" for number, name in enumerate(names, start=1)}
    players = [one for one in invented if one.season.teams[0] in keys]
    made = source(("real", "Real", "imported", ""))
    numbers = next(iter(house_parks())).numbers
    store_year(
        source=made,
        year=YEAR,
        people={one.person.key: one.person for one in players},
        seasons={
            one.person.key: [replace(one.season, teams=(keys[one.season.teams[0]],))]
            for one in players
        },
        clubs=[
            ClubFacts(YEAR, "NL", key, name, name, 100, {}, f"park-{key}")
            for name, key in keys.items()
        ],
        parks=[ParkFacts(f"park-{key}", f"Park {key}", "", numbers) for key in keys.values()],
        acting_user=None,
    )
    return make_card_set(
        name="Real", system_key="deep-drive", source=made, years=[YEAR], acting_user=None
    )


def test_the_real_clubs_of_a_year_play_with_their_players_parks_line_ups_and_rotations() -> None:
    cards = of_a_year()
    event = in_setup(4, cards=cards)
    director = director_of(event)
    office = browser(director)
    assert office.get(f"/t/{event.slug}/squads/").status_code == 200
    wrong = {"year": YEAR + 1, "league": "NL"}
    assert codes(replay_league, tournament=event, acting_user=director, **wrong) == {
        ("no-such-league", "league")
    }
    # Real clubs had bullpens of their own size: the law says who falls short, and is the event's.
    real = {"year": YEAR, "league": "NL", "acting_user": director}
    short = codes(replay_league, tournament=event, **real)
    assert {code for code, _ in short} == {"relievers-impossible"}
    fewer = {
        "eligibility": {"relievers_on_a_roster": 3},
        "games": {"designated_hitter": False},
    }
    event = change_edition(
        tournament=event, preset="house-league", fields=fewer, acting_user=director
    )
    replay_league(tournament=event, **real)
    assert sorted(each.team.abbreviation for each in event.entrants.all()) == [
        "C1",
        "C2",
        "C3",
        "C4",
    ]
    for squad in Squad.objects.filter(event__key=event.scope).select_related("team", "ballpark"):
        players = [spot.card for spot in squad.spots.select_related("card__season")]
        assert 20 <= len(players) <= 25
        assert {card.season.teams[-1] for card in players} == {squad.team.abbreviation}
        assert squad.ballpark.key == f"park-{squad.team.abbreviation}"
        assert squad.line_ups.count() == 2
    event = start_tournament(tournament=event, acting_user=director)
    series = first_series(event)
    for game in play_series(series_ids=[series.pk], acting_user=None):
        assert game.is_final
        home = clubs_of(game)[1]
        assert game.clubs[1]["laid_down"]["line_up"] is True
        assert home.park is not None
