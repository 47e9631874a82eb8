"""A Commons game is reported with its box score as a list: a line a card, nobody at a position; the
same box and the same statistics come of it as of a game that was played."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.players_lines import PITCHED, lines_of_plays, lines_of_report
from games.records import record_of
from games.reported_boxes import NOT_TOLD
from games.rules.box_shapes import BoxShape
from games.rules.reports import GameClaim
from games.seriesday.api.claims import ClaimSerializer, claim_data
from games.seriesday.forms import as_form
from games.seriesday.models import GameReport
from games.seriesday.selectors.boxes import rosters_of
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import report_game
from games.services.playing import play_series
from games.services.rewinding import void_game
from games.systems.registry import GAME_SYSTEMS
from games.told_boxes import claim_of
from rosters.models import Card, RosterSpot
from tests.games.seriesday.builders import Day, a_day
from tests.games.seriesday.test_api import Caller, codes
from tests.games.systems.commons.decks import a_commons_set
from tests.markup import even
from tournaments.book.keeping import keep_books
from tournaments.selectors.leaders import leaders_data, leaders_of
from tournaments.selectors.transactions import transactions_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return a_commons_day()


def a_commons_day(**changes: Any) -> Day:
    return a_day(system_key="commons", card_set=a_commons_set(4).slug, **changes)


def shape_of(day: Day) -> BoxShape:
    found = GAME_SYSTEMS["commons"].box
    assert found is not None
    return found(day.series.settings)


def page_of(day: Day, user, number: int = 1) -> tuple[Client, str]:
    client = Client()
    client.force_login(user)
    return client, f"/series/{day.series.pk}/games/{number}/report/"


def fields_of(day: Day, claim: GameClaim) -> dict[str, str]:
    return as_form(claim, shape_of(day))


def typed(client: Client, page: str, fields: dict[str, str]) -> Any:
    """What somebody sends who fills in the form that he is shown."""
    shown = client.get(page, {"box": 1}).content.decode().split('class="sd-form"')[1]
    there = set(re.findall(r'name="([^"]+)"', shown.split("</form>")[0]))
    missing = {name: each for name, each in fields.items() if name not in there}
    # Only what there is none of in this game has no field.
    assert set(missing.values()) <= {"", "0"}, missing
    sent = {name: each for name, each in fields.items() if name in there}
    return client.post(page, {**sent, "act": "report", "key": "typed"})


def sent(claim: GameClaim) -> dict[str, Any]:
    return dict(ClaimSerializer(claim_data(claim)).data)


def claimed(game: Game) -> GameClaim:
    """A game that was played, as somebody tells it who has kept its box score."""
    away, home = (
        dict(enumerate([*stored["cards"], *stored["guests"]], start=1)) for stored in game.clubs
    )
    return claim_of(record_of(game), (away, home))


def shown_box(game: Game) -> dict[str, Any]:
    """The box of a game by the API, without what a report does not tell and by what players are
    called."""
    found = Client().get(f"/api/v1/games/{game.pk}/box/").json()
    for side in found.values():
        # A report names nobody's errors where there are none, and no position.
        assert not side.pop("errors_made")
        side["pitching"].pop("balks")
        for line in side["batting"]:
            del line["positions"]
        for line in side["pitchers"]:
            for name in NOT_TOLD:
                line.pop(name, None)
    return found


def as_told(lines: Any) -> Any:
    """The lines of a game without what no report tells of its pitchers."""
    batting, pitching = lines
    left_out = {2 + PITCHED.index(name) for name in PITCHED if name in NOT_TOLD}
    told = [[count for at, count in enumerate(line) if at not in left_out] for line in pitching]
    return batting, told


def leaders(day: Day) -> dict[str, Any]:
    keep_books(count_players_lines())
    return leaders_data(leaders_of(day.tournament))


@pytest.mark.long
def test_a_simulated_game_that_is_typed_in_again_has_its_box_and_its_statistics(day):
    played = play_series(series_ids=[day.series.pk], acting_user=None)
    assert len(played) == 2
    claims = {game.number: claimed(game) for game in played}
    boxes = {game.number: shown_box(game) for game in played}
    lines = {game.number: lines_of_plays(game) for game in played}
    before = leaders(day)
    assert before["batting"]
    for game in played:
        void_game(game_id=game.pk, reason="Typed in again.", acting_user=day.director)
    # The first by the page, the second by a program; the other side says that it was so.
    client, page = page_of(day, day.director)
    assert typed(client, page, fields_of(day, claims[1])).status_code == 302
    home, away = Caller(day, day.home), Caller(day, day.away)
    assert home.game("", sent(claims[2]), 2).status_code == 201
    assert away.game("confirm/", {"version": 1}, 2).status_code == 200
    for number, claim in claims.items():
        game = day.game(number)
        assert (game.status, game.known) == ("final", Game.Known.BOX)
        assert shown_box(game) == boxes[number]
        assert as_told(lines_of_report(claim)) == as_told(lines[number])
        stored = game.reports.get(state="confirmed").told
        assert [side.batting for side in stored.sides] == [side.batting for side in claim.sides]
        assert [side.pitching for side in stored.sides] == [side.pitching for side in claim.sides]
    assert leaders(day) == before
    # The page shows it as a list, and nobody at a position.
    shown = even(Client().get(day.game(1).get_absolute_url()).content.decode())
    names = dict(Card.objects.values_list("pk", "name"))
    rows = re.findall(r'<th scope="row" class=""><a href="[^"]+">([^<]+)</a></th>', shown)
    batted = [names[line.player] for side in claims[1].sides for line in side.batting]
    assert rows[: len(batted)] == batted


@pytest.mark.long
@pytest.mark.rule("CB-121", "CB-123")
def test_players_who_were_lent_are_told_typed_and_counted():
    day = a_commons_day(settings={"innings": 16})
    played = play_series(series_ids=[day.series.pk], acting_user=None)
    lent = [game for game in played if any(map(is_lent(game), claimed(game).sides))]
    assert lent
    game = lent[0]
    claim, before, lines = claimed(game), shown_box(game), lines_of_plays(game)
    borrowed = lendings(day)
    assert {number for number, *_ in borrowed} >= {each.number for each in lent}
    void_game(game_id=game.pk, reason="Typed in again.", acting_user=day.director)
    assert lendings(day) == {each for each in borrowed if each[0] != game.number}
    client, page = page_of(day, day.director, game.number)
    fields = fields_of(day, claim)
    for name, side in zip(("away", "home"), claim.sides, strict=True):
        if is_lent(game)(side):
            # Behind the fifty there is a line for him.
            at = len(side.batting)
            moved = {key for key in fields if key.startswith(f"{name}_bat_{at}_")}
            fields |= {key.replace(f"_{at}_", "_51_", 1): fields.pop(key) for key in moved}
    answer = typed(client, page, fields)
    assert answer.status_code == 302
    again = day.game(game.number)
    assert shown_box(again) == before
    assert "(lent)" in str(before)
    assert as_told(lines_of_report(again.reports.get().told)) == as_told(lines)
    # Who was lent, and by whom, stands among the transactions, from a report as from the plays.
    assert lendings(day) == borrowed
    # A director puts it right in a form that has him in his place.
    shown = client.get(page).content.decode()
    assert all(f'value="{line.player}" selected' in shown for line in claim.sides[0].batting)


def lendings(day: Day) -> set[tuple[int, int, int]]:
    """Number of the game, card and lender of everybody who was lent, as transactions tell it; the
    lender has him in its squad, and the other club is told of him, too."""
    keep_books(count_players_lines())
    found = set()
    clubs = {each.team_id: each for each in day.tournament.entrants.all()}
    for each in transactions_of(day.tournament):
        if each.kind == "lent":
            game = Game.objects.get(pk=each.game)
            squad = RosterSpot.objects.filter(
                squad__event__key=day.tournament.scope, squad__team=each.club.team, card=each.card
            )
            assert squad.exists()
            other = game.home_id if game.away_id == each.club.team_id else game.away_id
            assert clubs[other].team.name in each.words
            theirs = transactions_of(day.tournament, club=clubs[other])
            assert (each.card, each.game) in {(one.card, one.game) for one in theirs}
            found.add((game.number, each.card, each.club.team_id))
    return found


def is_lent(game: Game):
    cards = [set(stored["cards"]) for stored in game.clubs]

    def found(side) -> bool:
        players = {line.player for line in side.batting}
        return bool(side.batting) and not any(players <= own for own in cards)

    return found


def test_the_form_is_a_list_in_the_order_that_one_may_know(day):
    client, page = page_of(day, day.home)
    plain = client.get(page).content.decode()
    assert "?box=1" in plain
    assert "_bat_1_man" not in plain
    assert "_pitcher_1" not in plain
    answer = client.get(page, {"box": 1})
    form = answer.content.decode().split('class="sd-form"')[1].split("</form>")[0]
    for word in ("pinch", "position", "stands", "came in", "Errors", "_pos", "_slot", "_so"):
        assert word not in form, word
    own, other = (
        [row["chosen"] for row in side["batters"]]
        for side in sorted(
            answer.context["form"]["sides"], key=lambda side: side["team"] != day.series.home
        )
    )
    spots = RosterSpot.objects.filter(
        squad__event__key=day.tournament.scope, squad__team=day.series.home
    )
    order = list(spots.order_by("number").values_list("card", flat=True))
    assert own == [*order[:50], None]
    assert other == [None] * 51
    everybody = page_of(day, day.director)[0].get(page, {"box": 1}).context["form"]["sides"]
    assert all(side["batters"][0]["chosen"] for side in everybody)
    assert [row["chosen"] for row in everybody[0]["rows"]][-1] is None
    assert all(row["chosen"] for row in everybody[0]["rows"][:10])


def test_whom_the_form_names_and_of_whom_nothing_is_typed_did_not_play(day):
    claim = day.boxed()
    client, page = page_of(day, day.director)
    shown = client.get(page, {"box": 1}).context["form"]["values"]
    filled = {
        name: str(value)
        for name, value in shown.items()
        if name.endswith("_man") or "_pitcher_" in name
    }
    # Nobody was hit for, and the pitchers came in their order, an inning each.
    told = {name: value for name, value in fields_of(day, claim).items() if "_outs_" not in name}
    assert client.post(page, {**filled, **told, "act": "report"}).status_code == 302
    assert GameReport.objects.get().told == claim


def test_a_result_alone_is_told_as_ever(day):
    client, page = page_of(day, day.home)
    fields = {"away_runs": "4", "home_runs": "2", "ending": "played", "inning": "9"}
    assert client.post(page, {"act": "report", **fields}).status_code == 302
    assert day.game().known == Game.Known.RESULT
    assert not GameReport.objects.get().told.has_players


def changed(claim: GameClaim, at: int, number: int, **changes: Any) -> GameClaim:
    sides = [*claim.sides]
    lines = [*sides[at].batting]
    lines[number] = replace(lines[number], **changes)
    sides[at] = replace(sides[at], batting=tuple(lines), hits=None)
    return replace(claim, sides=(sides[0], sides[1]))


def bad_lines(day: Day, claim: GameClaim) -> dict[str, tuple[GameClaim, str, str]]:
    """What is wrong, one by one: the claim, the code and the place."""
    rosters = rosters_of(day.series, 1)
    assert rosters is not None
    assert rosters.lists is not None
    own, theirs = rosters.lists.decks
    squads = set().union(*rosters.squads)
    outside = Card.objects.exclude(pk__in=squads).filter(kind="hitter").values_list("pk", flat=True)
    out = next(
        number
        for number, line in enumerate(claim.sides[0].batting)
        if number and (line.at_bats, line.hits, line.runs) == (1, 0, 0)
    )
    place = f"visitors, batter {out + 1}"

    def line(**changes: Any) -> GameClaim:
        return changed(claim, 0, out, **changes)

    arms = list(claim.sides[0].pitchers)
    swapped = [replace(arms[0], outs=6), replace(arms[1], outs=0), *arms[2:]]
    two_innings = replace(claim.sides[0], pitchers=tuple(swapped))
    return {
        "a player twice": (line(player=claim.sides[0].batting[0].player), "batter-twice", place),
        "not of the deck": (line(player=outside[0]), "not-in-squad", place),
        "nobody's card": (line(player=987_654_321), "not-in-squad", place),
        "a pitcher": (line(player=own.pitchers[0]), "not-a-batter", place),
        "lent too soon": (line(player=theirs.batters[-1]), "list-not-used-up", place),
        "twice at bat": (line(at_bats=2), "bats-once", place),
        "runs of nobody": (line(runs=1), "runs-do-not-add-up", "visitors, batters"),
        "a hit that nobody gave up": (line(hits=1), "given-up-not-gained", "home side, pitchers"),
        "more out than there were": (line(walks=1), "bats-once", place),
        "two innings": (
            replace(claim, sides=(two_innings, claim.sides[1])),
            "too-many-outs",
            "visitors, pitcher 1",
        ),
    }


def refused_by_page(day: Day, fields: dict[str, str]) -> set[tuple[str, str]]:
    client, page = page_of(day, day.director)
    answer = client.post(page, {"act": "report", **fields})
    assert answer.status_code == 422
    assert not GameReport.objects.exists()
    assert not Game.objects.exists()
    # It stands there again as it was typed, and nothing offers to store it all the same.
    assert answer.context["form"]["values"]["away_bat_1_man"] == fields["away_bat_1_man"]
    assert 'name="despite"' not in answer.content.decode()
    return {(each.code, each.place) for each in answer.context["refusals"]}


@pytest.mark.long
@pytest.mark.rule("CB-016", "CB-123")
def test_bad_lines_are_refused_one_by_one_by_page_and_api(day):
    claim = day.boxed()
    caller = Caller(day, day.home)
    for name, (told, code, place) in bad_lines(day, claim).items():
        answer = caller.game("", sent(told))
        assert answer.status_code == 422, name
        found = [(each["code"], each["place"]) for each in answer.data["error"]["refusals"]]
        assert (code, place) in found, name
        assert (code, place) in refused_by_page(day, fields_of(day, told)), name
        assert not Game.objects.exists()
    assert caller.game("", sent(claim)).status_code == 201


@pytest.mark.long
def test_of_what_there_is_none_in_this_game_nothing_is_told(day):
    claim = day.boxed()
    caller = Caller(day, day.home)
    struck = sent(changed(claim, 0, 0, strikeouts=1))
    assert "never-counted" in codes(caller.game("", struck))
    positions = sent(changed(claim, 0, 0, positions=("ss",)))
    answer = caller.game("", positions)
    refusals = answer.data["error"]["refusals"]
    assert [(each["code"], each["place"]) for each in refusals] == [
        ("positions-told", "visitors, batter 1")
    ]
    fields = fields_of(day, claim)
    assert ("positions-told", "visitors, batter 1") in refused_by_page(
        day, {**fields, "away_bat_1_pos": "ss"}
    )
    assert ("never-counted", "visitors, batter 1") in refused_by_page(
        day, {**fields, "away_bat_1_more": "SF"}
    )
    assert ("never-counted", "visitors") in refused_by_page(
        day, {**fields, "away_innings": fields["away_innings"], "away_errors": "1"}
    )


def test_sixty_three_players_are_too_many(day):
    claim = day.boxed()
    fields = fields_of(day, claim)
    line = {key: each for key, each in fields.items() if key.startswith("away_bat_1_")}
    many = {
        key.replace("_1_", f"_{row}_", 1): value
        for row in range(1, 64)
        for key, value in line.items()
    }
    assert refused_by_page(day, {**fields, **many}) == {("too-many-batters", "visitors, batters")}
    body = sent(claim)
    first = body["away"]["batters"][0]
    body["away"]["batters"] = [{**first, "slot": slot} for slot in range(1, 63)]
    caller = Caller(day, day.home)
    assert "batter-twice" in codes(caller.game("", body))
    body["away"]["batters"].append({**first, "slot": 62})
    answer = caller.game("", body)
    assert answer.status_code in (400, 422)
    assert any("batters" in each["place"] for each in answer.data["error"]["refusals"])
    assert not Game.objects.exists()


def test_a_line_without_a_player_and_faults_stand_at_their_rows(day):
    claim = day.boxed()
    client, page = page_of(day, day.director)
    fields = {**fields_of(day, claim), "home_bat_4_man": ""}
    answer = client.post(page, {"act": "report", **fields})
    assert [(each.code, each.place) for each in answer.context["refusals"]] == [
        ("nobody-named", "home side, batter 4")
    ]
    assert answer.context["form"]["sides"][1]["batters"][3]["wrong"] == ["Say who that was."]
    # Empty rows between them move nobody's faults.
    moved = {
        key.replace("_bat_3_", "_bat_50_", 1) if key.startswith("away_bat_3_") else key: each
        for key, each in fields_of(day, claim).items()
    }
    answer = client.post(page, {"act": "report", **moved, "away_bat_50_ab": "3"})
    side = answer.context["form"]["sides"][0]["batters"]
    assert any("bats once" in each for each in side[49]["wrong"])
    assert not side[2]["wrong"]


def test_a_director_puts_a_list_right_and_sees_it_in_his_form(day):
    claim = day.boxed()
    day.report(day.director, claim)
    client, page = page_of(day, day.director)
    form = client.get(page).context["form"]
    rows = [row["chosen"] for row in form["sides"][0]["batters"]]
    assert rows[: len(claim.sides[0].batting)] == [line.player for line in claim.sides[0].batting]
    stolen = claim.sides[0].batting[0].stolen_bases
    right = changed(claim, 0, 0, stolen_bases=stolen + 1)
    fields = {**fields_of(day, right), "reason": "He stole it."}
    preview = client.post(page, {"act": "preview", **fields})
    assert preview.status_code == 200
    assert client.post(page, {"act": "correct", **fields}).status_code == 302
    assert day.game().reports.get(state="confirmed").told.sides[0].batting[0].stolen_bases == (
        stolen + 1
    )


def test_what_a_box_looks_like_is_told_to_programs(day):
    found = Caller(day, day.home).game().data
    assert found["box"] == {
        "listed": True,
        "most_batters": 62,
        "most_pitchers": 11,
        "never": [
            "double_plays",
            "errors",
            "hit_by_pitch",
            "interferences",
            "sacrifice_flies",
            "strikeouts",
        ],
    }
    staffs = found["staffs"]
    assert [len(staff["pitchers"]) for staff in staffs] == [20, 20]
    mine = next(staff for staff in staffs if staff["team"] == day.series.home_id)
    theirs = next(staff for staff in staffs if staff["team"] != day.series.home_id)
    assert mine["starter"] == mine["pitchers"][0]["card"]
    assert theirs["starter"] is None
    cards = a_day(cards=True, called="of cards", name="Cards")
    assert Caller(cards, cards.home).game().data["box"]["listed"] is False
    dice = a_day(called="of dice", name="Dice")
    assert Caller(dice, dice.home).game().data["box"] is None


def test_a_game_that_was_suspended_is_told_as_far_as_it_went_and_then_whole(day):
    part = day.boxed(part=0.5)
    day.report(day.home, part, key="part")
    assert (day.game().status, day.game().known) == ("suspended", Game.Known.BOX)
    whole = day.boxed()
    report_game(
        series_id=day.series.pk, number=1, claim=whole, key="whole", acting_user=day.director
    )
    assert day.game().status == "final"
    assert day.game().reports.get(state="confirmed").told == whole
