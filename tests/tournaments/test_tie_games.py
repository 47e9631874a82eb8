"""Games that break ties, stages by shoot-out, and a consolation, as a director comes to them."""

from itertools import combinations

import pytest
from django.utils import timezone

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game, Series
from tests.builders import browser, director_of, league, result
from tests.markup import even
from tests.tournaments.test_day import settle
from tests.tournaments.test_stages import play_to_the_end
from tournaments.models import Tournament
from tournaments.presenters import champions_of
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.formats import KNOCKOUT, ROUND_ROBIN, StageSpec
from tournaments.rules.ties import ORDERS, STAR, Step, TieOrder, order_to_json
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import waiting_ties
from tournaments.selectors.tables import division_tables
from tournaments.services.drawing import advance_event
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format
from tournaments.services.plans import Format
from tournaments.services.play_out import play_out
from tournaments.services.ties import open_tie_game, rule_on_tie, withdraw_ruling
from tournaments.words import said

pytestmark = pytest.mark.django_db


def two_level() -> Tournament:
    """Four clubs in series of two: 3 and 4 lose to 1 and 2, who split, as do 3 and 4."""
    made = league(4, started=False, format=Format(legs=1, series_length=2))
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(STAR))
    made = start_tournament(
        tournament=Tournament.objects.get(pk=made.pk), acting_user=director_of(made)
    )
    level_at_both_ends(made)
    return made


def level_at_both_ends(made: Tournament) -> None:
    for one, other in combinations((1, 2, 3, 4), 2):
        split = {one, other} in ({1, 2}, {3, 4})
        result(made, one, other, (5, 3))
        result(made, one, other, (3, 5) if split else (5, 3), number=2)


def ranks(tournament: Tournament) -> dict[int, str]:
    (table,) = division_tables(load_league(tournament))
    return {line.entrant.number: line.row.place.label for line in table.lines}


def test_a_one_game_playoff_is_entered_on_the_desk_and_told_with_its_score():
    made = two_level()
    director = director_of(made)
    assert ranks(made) == {1: "1=", 2: "1=", 3: "3=", 4: "3="}
    desk = browser(director)
    at = f"/t/{made.slug}/desk/"
    assert "One-game playoff: draw it" in desk.get(at).content.decode()
    for runs in ({}, {"runs-1": "4", "runs-2": "4"}, {"runs-1": "-1", "runs-2": "x"}):
        assert desk.post(at, {"act": "playoff", "members": "1,2", **runs}).status_code >= 400
    # Not about a pair that nothing waits for.
    wrong = {"act": "playoff", "members": "1,3", "runs-1": "4", "runs-3": "2"}
    assert desk.post(at, wrong).status_code >= 400
    assert not made.tie_rulings.exists()
    given = {"act": "playoff", "members": "1,2", "runs-1": "4", "runs-2": "6"}
    assert desk.post(at, given).status_code == 302
    assert ranks(made) == {2: "1", 1: "2", 3: "3=", 4: "3="}
    page = browser().get(f"/t/{made.slug}/standings/").content.decode()
    assert "won the game 6-4" in page
    # It counts in the tie and nowhere else.
    (table,) = division_tables(load_league(made))
    assert all(line.row.record.overall.played == 6 for line in table.lines)
    told = browser().get(f"/api/v1/tournaments/{made.slug}/ties/").json()
    steps = [step for tie in told for step in tie["steps"] if step["criterion"] == "playoff"]
    assert steps[0]["evidence"] == {"1": "lost the game 4-6", "2": "won the game 6-4"}
    withdraw_ruling(ruling=made.tie_rulings.get(), acting_user=director)
    assert ranks(made)[1] == "1="
    lines = [said(each) for each in Action.objects.filter(code__startswith="tie-").order_by("pk")]
    one, two = (club.team.name for club in load_league(made).entrants[:2])
    assert [line.facts for line in lines] == 2 * [f"{two} ahead of {one}"]


def test_dice_are_rolled_and_never_drawn_as_a_game():
    made = two_level()
    given = {"tournament": made, "members": (3, 4), "acting_user": director_of(made)}
    with pytest.raises(Refused) as refused:
        open_tie_game(kind="d20", **given)
    assert (refused.value.code, refused.value.refusals[0].place) == ("no-game", "kind")
    assert not made.tie_rulings.exists()
    assert not made.stages.filter(name__contains="d20").exists()


def test_a_playoff_that_is_drawn_counts_once_somebody_has_won_it():
    made = two_level()
    director = director_of(made)
    ruling = open_tie_game(tournament=made, kind="playoff", members=(1, 2), acting_user=director)
    one, two = (club.team.name for club in load_league(made).entrants[:2])
    assert said(Action.objects.get(code="tie-game-drawn")).facts == f"{one} against {two}"
    answer = browser(director).post(
        f"/t/{made.slug}/desk/", {"act": "playoff", "members": "1,2", "runs-1": "1", "runs-2": "0"}
    )
    assert answer.status_code >= 400
    series = Series.objects.get(fixture__round__stage=ruling.stage)
    game = Game.objects.create(
        series=series,
        number=1,
        away_id=series.away_id,
        home_id=series.home_id,
        status=Game.Status.FINAL,
        reason="regulation",
        source=Game.Source.SCORED,
        system_version=1,
        inning=9,
        finished_at=timezone.now(),
        away_runs=2,
        home_runs=2,
    )
    Series.objects.filter(pk=series.pk).update(completed_at=game.started_at)
    # Booked as a tie it breaks none.
    assert ranks(made)[1] == "1="
    Game.objects.filter(pk=game.pk).update(away_runs=7)
    host = load_league(made).by_team[series.home_id].number
    assert ranks(made)[host] == "2"
    assert [set(answer.group) for answer in waiting_ties(load_league(made))] == [{3, 4}]


def three_level(order: TieOrder, *stages: StageSpec) -> Tournament:
    """1, 2 and 3 have beaten 4 and each other in a circle."""
    made = league(4, started=False)
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=[StageSpec(ROUND_ROBIN, "League", 1), *stages],
        divisions=1,
        acting_user=director,
    )
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(order))
    made = start_tournament(tournament=Tournament.objects.get(pk=made.pk), acting_user=director)
    for winner, loser in ((1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)):
        result(made, winner, loser, (5, 3))
    return made


@pytest.mark.rule("T32.0a")
def test_a_o2_three_level_play_shoot_outs_in_pairs_and_the_highest_d20_has_the_bye():
    made = three_level(
        ORDERS["shoot-out"][1], StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2))
    )
    desk = browser(director_of(made))
    at = f"/t/{made.slug}/desk/"

    def asked() -> list[tuple[str, list[int]]]:
        rows = browser().get(f"/api/v1/tournaments/{made.slug}/tie-rulings/").json()
        return [(row["kind"], sorted(row["members"])) for row in rows]

    assert asked() == [("d20", [1, 2, 3])]
    assert "Record the d20s" in desk.get(at).content.decode()
    rolls = {"roll-1": "4", "roll-2": "17", "roll-3": "9"}
    assert desk.post(at, {"act": "roll-for-tie", "members": "1,2,3", **rolls}).status_code == 302
    assert asked() == [("shoot-out", [1, 3])]
    won = {"home": "3", "roll-3": "9", "roll-1": "2", "runs-3": "0 0 1", "runs-1": "0 0 0"}
    shoot_out = {"act": "shoot-out", "members": "1,3", **won}
    assert desk.post(at, shoot_out).status_code == 302
    # 1 is third, and out; the two who are in play for their seeds.
    assert ranks(made)[1] == "3"
    assert asked() == [("shoot-out", [2, 3])]
    told = browser().get(f"/t/{made.slug}/standings/").content.decode()
    assert "had the bye" in told


def test_the_clubs_process_offers_no_game_to_those_of_whom_none_gets_in():
    made = two_level()
    rows = browser().get(f"/api/v1/tournaments/{made.slug}/tie-rulings/").json()
    asked = {tuple(sorted(row["members"])): row["kind"] for row in rows}
    # Who has won hangs on one, and nothing on the other.
    assert asked == {(1, 2): "playoff", (3, 4): "d20"}
    for act in (
        {"act": "tie-game", "kind": "playoff"},
        {"act": "playoff", "runs-3": 1, "runs-4": 0},
    ):
        answer = browser(director_of(made)).post(f"/t/{made.slug}/desk/", {"members": "3,4", **act})
        assert answer.status_code == 422


def decided_by(made: Tournament) -> dict[tuple[int, ...], bool]:
    """Of each tie that waits, whether anything hangs on it, as the API tells and the desk shows."""
    rows = browser().get(f"/api/v1/tournaments/{made.slug}/tie-rulings/").json()
    found = {tuple(sorted(row["members"])): row["decides"] for row in rows}
    page = browser(director_of(made)).get(f"/t/{made.slug}/desk/").content.decode()
    assert page.count("nothing else waits for it") == list(found.values()).count(False)
    assert page.count("It decides who") == list(found.values()).count(True)
    # Those on which something hangs come first.
    if True in found.values() and False in found.values():
        assert page.index("It decides who") < page.index("nothing else waits for it")
    return found


def test_a_tie_for_places_alone_is_told_from_one_that_decides():
    made = two_level()
    assert decided_by(made) == {(1, 2): True, (3, 4): False}
    page = browser(director_of(made)).get(f"/t/{made.slug}/desk/").content.decode()
    assert "It decides who has won" in page


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([AdvanceRule(2)], {(1, 2): True, (3, 4): False}),
        # Nos. 1 and 2 are in, but who has the bye?
        ([AdvanceRule(3)], {(1, 2): True, (3, 4): True}),
        ([AdvanceRule(0, others=2)], {(1, 2): True, (3, 4): False}),
        # The consolation takes the third: it is not drawn yet, but what it hangs on is there.
        ([AdvanceRule(2), AdvanceRule(1, first=3)], {(1, 2): True, (3, 4): True}),
    ],
)
def test_a_tie_decides_where_it_says_who_gets_into_what_follows(entries, expected):
    season = StageSpec(ROUND_ROBIN, "Season", 2)
    later = [
        StageSpec(KNOCKOUT, f"Play-offs {at}", games=(1,), entry=entry)
        for at, entry in enumerate(entries)
    ]
    made = shaped(4, season, *later)
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(STAR))
    level_at_both_ends(made)
    assert decided_by(made) == expected


@pytest.mark.rule("T32.0c", "T32.0d")
def test_t32_a_refused_shoot_out_stands_as_it_was_typed_and_one_on_record_is_told_by_names():
    made = two_level()
    order = order_to_json(TieOrder((Step("pct"), Step("shoot-out"))))
    Tournament.objects.filter(pk=made.pk).update(tie_order=order)
    desk, at = browser(director_of(made)), f"/t/{made.slug}/desk/"
    assert "<details open" not in even(desk.get(at).content.decode())
    given = {"act": "shoot-out", "members": "1,2", "home": "2", "runs-1": "0 1 x", "runs-2": "0 0"}
    page = desk.post(at, {**given, "roll-1": "7"})
    assert page.status_code == 422
    # Everything that is wrong is told at once.
    assert {each.code for each in page.context["refusals"]} == {"roll-missing", "runs-impossible"}
    shown = even(page.content.decode())
    (form,) = [
        part for part in shown.split("<details") if "open>" in part and 'value="shoot-out"' in part
    ]
    for field in (
        'name="runs-1" placeholder="0 1 0" maxlength="150" value="0 1 x"',
        'name="runs-2" placeholder="0 1 0" maxlength="150" value="0 0"',
        'name="roll-1" min="1" max="20" value="7"',
        'name="home" value="2" checked',
    ):
        assert field in form
    assert 'name="home" value="1" checked' not in form
    # Of Nos. 3 and 4, who are level, too, nothing was typed.
    assert shown.count("0 1 x") == 1
    rolls = {"roll-1": "7", "roll-2": "12"}
    sound = {**given, "runs-1": "0 1 0", "runs-2": "0 0 0", **rolls}
    one, two = (club.team.name for club in load_league(made).entrants[:2])
    answer = even(desk.post(at, sound, follow=True).content.decode())
    assert f"The shoot-out is on record: {one} ahead of {two}." in answer
    assert f"Shoot-out: {one} ahead of {two}" in answer


def shaped(clubs: int, *stages: StageSpec, **more) -> Tournament:
    made = league(clubs, started=False, **more)
    director = director_of(made)
    choose_format(tournament=made, stages=stages, acting_user=director)
    return start_tournament(tournament=Tournament.objects.get(pk=made.pk), acting_user=director)


def test_a_consolation_is_for_the_places_behind_and_crowns_nobody():
    made = shaped(
        6,
        StageSpec(ROUND_ROBIN, "Season", 2),
        StageSpec(KNOCKOUT, "Play-offs", games=(1,), entry=AdvanceRule(2)),
        StageSpec(KNOCKOUT, "Consolation", games=(1,), entry=AdvanceRule(4, first=3)),
    )
    over = play_to_the_end(made)
    loaded = load_league(over)
    playoffs, consolation = (
        {each.entrant.number for each in stage.members.select_related("entrant")}
        for stage in loaded.stages[1:3]
    )
    assert (len(playoffs), len(consolation)) == (2, 4)
    assert playoffs | consolation == set(range(1, 7))
    (champion,) = champions_of(loaded)
    assert champion.number in playoffs


def test_a_round_of_shoot_outs_is_a_stage():
    spec = StageSpec(KNOCKOUT, "Shoot-outs", games=(1,), shoot_outs=True, entry=AdvanceRule(4))
    made = shaped(5, StageSpec(ROUND_ROBIN, "Season", 1), spec)
    over = play_to_the_end(made)
    assert len(champions_of(load_league(over))) == 1
    assert over.stages.get(number=2).spec.shoot_outs
    assert "by shoot-out" in browser().get(f"/t/{made.slug}/rules/").content.decode()
    for wrong in (
        StageSpec(KNOCKOUT, "Long", games=(3,), shoot_outs=True),
        StageSpec(ROUND_ROBIN, "Season", 1, shoot_outs=True),
    ):
        with pytest.raises(Refused) as refused:
            shaped(4, wrong, name="Wrong")
        assert refused.value.refusals[0].place == "stage 1.shoot_outs"
        Tournament.objects.filter(name="Wrong").update(name="Tried", slug=f"tried-{wrong.kind}")


def test_who_is_level_at_the_top_of_a_league_plays_for_it_before_the_event_is_over():
    made = two_level()
    director = director_of(made)
    play_out(tournament_id=made.pk, acting_user=None, advance=lambda left: None)
    made.refresh_from_db()
    assert made.state == Tournament.State.RUNNING
    desk = browser(director)
    at = f"/t/{made.slug}/desk/"
    page = desk.get(at).content.decode()
    assert "First place is still to be decided" in page
    assert "Draw what follows" not in page
    with pytest.raises(Refused, match="level, and it matters who is ahead") as refused:
        advance_event(tournament=made, acting_user=director)
    assert refused.value.code == "tie-open"
    given = {"act": "playoff", "members": "1,2", "runs-1": "4", "runs-2": "6"}
    assert desk.post(at, given).status_code == 302
    made.refresh_from_db()
    # Nos. 3 and 4 stay level: nothing hangs on it.
    assert made.state == Tournament.State.COMPLETE
    assert [club.number for club in champions_of(load_league(made))] == [2]
    # Taken back, it is open again.
    withdraw_ruling(ruling=made.tie_rulings.get(), acting_user=director)
    made.refresh_from_db()
    assert made.state == Tournament.State.RUNNING
    assert champions_of(load_league(made)) == []


def test_a_game_for_the_title_that_is_played_here_ends_the_event():
    made = two_level()
    director = director_of(made)
    open_tie_game(tournament=made, kind="playoff", members=(1, 2), acting_user=director)
    play_out(tournament_id=made.pk, acting_user=director, advance=lambda left: None)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE
    (champion,) = champions_of(load_league(made))
    assert champion.number in (1, 2)


def test_where_no_step_asks_people_two_may_share_first_place():
    made = two_level()
    Tournament.objects.filter(pk=made.pk).update(tie_order=[])
    play_out(tournament_id=made.pk, acting_user=None, advance=lambda left: None)
    made.refresh_from_db()
    assert made.state == Tournament.State.COMPLETE
    assert {club.number for club in champions_of(load_league(made))} == {1, 2}


def test_dice_for_a_tie_are_told_by_the_clubs_names():
    made = two_level()
    director = director_of(made)
    dice = order_to_json(TieOrder((Step("pct"), Step("d20"))))
    Tournament.objects.filter(pk=made.pk).update(tie_order=dice)
    made.refresh_from_db()
    rule_on_tie(tournament=made, kind="d20", values={1: 4, 2: 17}, acting_user=director)
    one, two = (club.team.name for club in load_league(made).entrants[:2])
    assert said(Action.objects.get(code="tie-ruled")).facts == f"{two} 17, {one} 4"


def test_a_game_that_broke_a_tie_is_neither_a_stage_nor_a_round():
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(3))
    made = shaped(4, StageSpec(ROUND_ROBIN, "League", 2), final)
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(STAR))
    made.refresh_from_db()
    level_at_both_ends(made)
    open_tie_game(tournament=made, kind="playoff", members=(3, 4), acting_user=director_of(made))
    page = browser().get(f"/t/{made.slug}/stages/").content.decode()
    league, last, game = (page.index(title) for title in ("1. League", "2. Final", "One-game"))
    assert league < last < game
    assert "3. One-game" not in page
    at = f"/api/v1/tournaments/{made.slug}"
    assert [each["name"] for each in browser().get(f"{at}/stages/").json()] == ["League", "Final"]
    assert len(browser().get(f"{at}/schedule/").json()) == 3
    (held,) = browser().get(f"{at}/tie-games/").json()
    assert (held["kind"], held["ruling"]) == ("playoff", made.tie_rulings.get().pk)
    assert {held["meetings"][0][side] for side in ("home", "away")} == {3, 4}
    page = browser().get(f"/t/{made.slug}/schedule/").content.decode()
    assert page.index("Games that break ties") < page.index("One-game")
    for path in ("rules", "statistics", "leaders"):
        assert held["name"] not in browser().get(f"/t/{made.slug}/{path}/").content.decode()
    assert browser().get(f"/t/{made.slug}/statistics/?stage=3").status_code == 400


def test_the_timetable_goes_on_behind_a_game_that_breaks_a_tie():
    last = StageSpec(KNOCKOUT, "Deciders", games=(1,), entry=AdvanceRule(3))
    made = shaped(4, StageSpec(ROUND_ROBIN, "League", 2), last)
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(STAR))
    made.refresh_from_db()
    level_at_both_ends(made)
    assert settle(made).status_code == 302
    open_tie_game(tournament=made, kind="playoff", members=(3, 4), acting_user=director_of(made))
    page = browser().get(f"/t/{made.slug}/day/").content.decode()
    assert "Deciders" in page
    assert page.index("One-game") < page.index("Deciders")


@pytest.mark.parametrize(("places", "open_ones"), [(1, {1, 2}), (2, set()), (3, {3, 4})])
def test_once_everything_is_played_the_table_says_who_is_in_with_its_tie_breaks(places, open_ones):
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(places))
    made = shaped(4, StageSpec(ROUND_ROBIN, "League", 2), final)
    Tournament.objects.filter(pk=made.pk).update(tie_order=order_to_json(STAR))
    made.refresh_from_db()
    level_at_both_ends(made)

    def said() -> tuple[set[int], set[int], set[int]]:
        (division,) = browser().get(f"/api/v1/tournaments/{made.slug}/prospects/").json()
        clubs = {each["entrant"]: each for each in division["clubs"]}
        sure = {number for number, each in clubs.items() if each["clinched"]}
        out = {number for number, each in clubs.items() if each["out"]}
        return sure, out, set(clubs) - sure - out

    sure, out, left = said()
    assert left == open_ones
    assert sure == {club for club in (1, 2, 3, 4) if club <= places} - open_ones
    for one, other in sorted(pair for pair in ((1, 2), (3, 4)) if set(pair) == open_ones):
        given = {"act": "playoff", "members": f"{one},{other}"}
        runs = {f"runs-{one}": "2", f"runs-{other}": "5"}
        browser(director_of(made)).post(f"/t/{made.slug}/desk/", {**given, **runs})
        assert said() == (sure | {other}, out | {one}, set())
        page = browser().get(f"/t/{made.slug}/standings/").content.decode()
        assert f"place {places}: won the game 5-2" in page


def test_two_who_both_get_in_play_no_game_for_their_seeds_under_the_clubs_process():
    """Head to head, then dice: the game between two is for who gets in alone (domain 1.5)."""
    made = league(4, started=False, format=Format(legs=1, series_length=2))
    director = director_of(made)
    choose_format(
        tournament=made,
        stages=[
            StageSpec(ROUND_ROBIN, "Round robin", 2, 1),
            StageSpec(KNOCKOUT, "Final", 1, entry=AdvanceRule(per_division=2)),
        ],
        tie_order=STAR,
        acting_user=director,
    )
    made = start_tournament(tournament=made, acting_user=director)
    level_at_both_ends(made)
    with pytest.raises(Refused) as refused:
        advance_event(tournament=made, acting_user=director)
    assert [each.facts["waiting"] for each in refused.value.refusals] == [["d20"]]
    rolls = {1: 4, 2: 17}
    rule_on_tie(tournament=made, kind="d20", values=rolls, acting_user=director)
    advance_event(tournament=made, acting_user=director)
    members = made.stages.get(number=2).members.order_by("seed")
    assert [each.entrant.number for each in members] == [2, 1]
