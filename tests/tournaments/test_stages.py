"""Events of several stages, from the first round to the champion."""

from collections import Counter
from html import unescape

import pytest
from django.test import Client

from config.journal.models import Action
from config.refusals import Refused
from games.models import Game, Series
from games.services.rewinding import void_game
from tests.builders import director_of, league
from tests.markup import even
from tournaments.models import Stage, Tournament
from tournaments.rules.formats import FORMATS
from tournaments.selectors.league import load_league
from tournaments.selectors.progress import is_over, waiting_ties
from tournaments.selectors.tables import division_tables
from tournaments.services.cloning import clone_tournament, next_name
from tournaments.services.drawing import advance_event
from tournaments.services.events import close_tournament, start_tournament
from tournaments.services.formats import change_tie_order, choose_preset
from tournaments.services.play_out import play_out
from tournaments.services.ties import (
    enter_shoot_out,
    open_tie_game,
    rule_on_tie,
    withdraw_ruling,
)

pytestmark = pytest.mark.django_db


def event(key: str, count: int, seed: str = "test") -> Tournament:
    """An event of a preset that has begun."""
    made = league(count, started=False, seed=seed, system_key="two-dice")
    choose_preset(tournament=made, key=key, acting_user=director_of(made))
    return start_tournament(tournament=made, acting_user=director_of(made))


def play(tournament: Tournament) -> None:
    play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)


def play_to_the_end(tournament: Tournament) -> Tournament:
    """Play, break ties by dice or by a game, draw what follows, until it is over."""
    director = director_of(tournament)
    for _ in range(200):
        play(tournament)
        tournament.refresh_from_db()
        if tournament.state == Tournament.State.COMPLETE:
            return tournament
        try:
            advance_event(tournament=tournament, acting_user=director)
        except Refused as refused:
            if refused.code != "tie-open":
                raise
            # One at a time: what breaks a tie may answer another.
            answer = waiting_ties(load_league(tournament))[0]
            kind = answer.step.criterion
            if kind == "d20":
                rolls = {member: 20 - at for at, member in enumerate(answer.group)}
                rule_on_tie(tournament=tournament, kind=kind, values=rolls, acting_user=director)
            else:
                open_tie_game(
                    tournament=tournament, kind=kind, members=answer.group, acting_user=director
                )
    raise AssertionError("the event does not end")


@pytest.mark.parametrize("key", FORMATS)
def test_every_preset_is_played_from_the_first_round_to_the_champion(key):
    preset = FORMATS[key]
    count = max(preset.least, 5)
    played = play_to_the_end(event(key, count))
    loaded = load_league(played)
    assert is_over(loaded)
    drawn = [stage for stage in loaded.stages if loaded.of_stage(stage)]
    assert {stage.number for stage in drawn} == {stage.number for stage in loaded.stages}
    for stage in loaded.stages:
        if stage.kind != Stage.Kind.KNOCKOUT:
            continue
        losses: Counter[int] = Counter()
        for round_ in loaded.of_stage(stage):
            for meeting in round_.series:
                wins = sorted((meeting.wins(meeting.home), meeting.wins(meeting.away)))
                # A best-of ends with the game that decides it.
                games = Series.objects.get(pk=meeting.series_id).length
                assert wins[1] == games // 2 + 1
                assert sum(wins) == len(meeting.finals) == meeting.length
                loser = meeting.away if meeting.winner == "home" else meeting.home
                losses[loser.number] += 1
        out = {number for number, lost in losses.items() if lost == stage.spec.losses}
        assert len(out) == stage.members.count() - 1
        assert max(losses.values()) <= stage.spec.losses


def test_netplay_has_28_games_before_the_play_offs_and_cuts_the_last_of_each_division():
    played = play_to_the_end(event("netplay-10", 10))
    loaded = load_league(played)
    first, matchups, playoffs = loaded.stages[:3]
    games: Counter[int] = Counter()
    for meeting in loaded.meetings:
        if meeting.counts:
            for side in (meeting.home, meeting.away):
                games[side.number] += len(meeting.finals)
    assert sorted(games.values()) == [20, 20] + [28] * 8
    # Four inside the division, one across.
    for entrant in loaded.entrants:
        others = [
            meeting.away if meeting.home == entrant else meeting.home
            for round_ in loaded.of_stage(first)
            for meeting in round_.meetings
            if meeting.has(entrant)
        ]
        same = [each for each in others if each.division == entrant.division]
        assert (len(same), len(others)) == (4, 5)
        assert len({each.number for each in others}) == 5
    # Two matchups inside the division, never the same one twice.
    pairs = [
        frozenset((meeting.home.number, meeting.away.number))
        for round_ in loaded.of_stage(matchups)
        for meeting in round_.meetings
    ]
    assert len(pairs) == len(set(pairs)) == 8
    assert playoffs.members.count() == 4
    assert all("division" in member.reason for member in playoffs.members.all())


@pytest.mark.parametrize("seed", ["cut-2", "cut-5"])
def test_games_against_who_was_cut_before_the_matchups_count_for_the_play_offs(seed):
    loaded = load_league(play_to_the_end(event("netplay-10", 10, seed)))
    there, on = (
        set(stage.members.values_list("entrant__number", flat=True)) for stage in loaded.stages[1:3]
    )
    for table in division_tables(loaded):
        rank = {line.entrant.number: line.row.place.rank for line in table.lines}
        inside = there & set(rank)
        # As the table shows it, the first two of those four who were not cut.
        assert max(rank[each] for each in inside & on) < min(rank[each] for each in inside - on)


def test_nothing_is_drawn_while_a_series_is_left_or_a_tie_is_open():
    made = event("simple-knockout", 5)
    director = director_of(made)
    with pytest.raises(Refused) as refused:
        advance_event(tournament=made, acting_user=director)
    assert refused.value.code == "round-open"
    loaded = load_league(made)
    # Five in a bracket of eight: three byes, for the best seeds.
    (first,) = loaded.rounds
    assert sorted(meeting.home.number for meeting in first.byes) == [1, 2, 3]
    assert [{m.home.number, m.away.number} for m in first.series] == [{4, 5}]


def test_a_tied_group_waits_for_the_director_and_dice_can_be_taken_back(monkeypatch):
    made = league(3, started=False)
    director = director_of(made)
    change_tie_order(
        tournament=made,
        steps=[{"criterion": "pct"}, {"criterion": "head-to-head"}, {"criterion": "d20"}],
        acting_user=director,
    )
    made = start_tournament(tournament=made, acting_user=director)
    # Nobody has played: all three are level, and dice are not rolled about games to come.
    (answer,) = waiting_ties(load_league(made))
    assert (answer.step.criterion, set(answer.group)) == ("d20", {1, 2, 3})
    with pytest.raises(Refused) as refused:
        rule_on_tie(tournament=made, kind="d20", values={1: 5, 2: 3}, acting_user=director)
    assert refused.value.code == "no-such-tie"
    with pytest.raises(Refused) as refused:
        rule_on_tie(tournament=made, kind="d20", values={1: 5, 2: 21, 3: 0}, acting_user=director)
    assert [each.place for each in refused.value.refusals] == ["values.2", "values.3"]
    ruling = rule_on_tie(
        tournament=made, kind="d20", values={1: 5, 2: 19, 3: 5}, acting_user=director
    )
    (table,) = division_tables(load_league(made))
    assert [(line.entrant.number, line.row.place.label) for line in table.lines] == [
        (2, "1"),
        (1, "2="),
        (3, "2="),
    ]
    # The two who rolled alike roll again, between themselves.
    (answer,) = waiting_ties(load_league(made))
    assert set(answer.group) == {1, 3}
    withdraw_ruling(ruling=ruling, acting_user=director)
    assert [a.group for a in waiting_ties(load_league(made))] == [(1, 2, 3)]
    assert Action.objects.filter(code__startswith="tie-rul").count() == 2


def test_a_best_of_goes_on_when_its_deciding_game_is_taken_back():
    made = event("simple-knockout", 3)
    play(made)
    meeting = load_league(made).rounds[0].series[0]
    last = Game.objects.filter(series=meeting.series_id, status="final").order_by("number").last()
    assert last is not None
    void_game(game_id=last.pk, reason="wrong dice", acting_user=director_of(made))
    series = Series.objects.get(pk=meeting.series_id)
    assert series.completed_at is None
    assert close_tournament(tournament_id=made.pk, acting_user=None).state == "running"


def test_another_event_like_one_that_was_played_has_all_but_its_people_and_results():
    old = play_to_the_end(event("netplay-10", 10))
    new = clone_tournament(tournament=old, name="Next Month", acting_user=director_of(old))
    assert new.state == Tournament.State.SETUP
    played = [stage for stage in old.stages.order_by("number") if stage.kind != "tie-break"]
    assert [stage.spec for stage in new.stages.order_by("number")] == [
        stage.spec for stage in played
    ]
    assert new.tie_order == old.tie_order
    assert new.settings == old.settings
    assert [club.division for club in new.entrants.order_by("number")] == [1] * 5 + [2] * 5
    assert not set(new.entrants.values_list("team", flat=True)) & set(
        old.entrants.values_list("team", flat=True)
    )
    with pytest.raises(Refused) as refused:
        clone_tournament(tournament=old, name="Next Month", acting_user=director_of(old))
    assert refused.value.code == "tournament-name-taken"
    start_tournament(tournament=new, acting_user=director_of(old))
    assert len(load_league(new).rounds) == 5


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("West, October 2026", "West, November 2026"),
        ("December 2026", "January 2027"),
        ("Friday Night 9", "Friday Night 10"),
        ("Cup 09", "Cup 10"),
        ("Worlds", "Worlds 2"),
        ("May Flowers", "June Flowers"),
        ("Maybe", "Maybe 2"),
        ("W" * 80, "W" * 78 + " 2"),
    ],
)
def test_last_months_event_is_cloned_in_one_click_under_the_next_name(name, following):
    assert next_name(name) == following


def test_the_rounds_of_a_knockout_have_names_of_their_own():
    made = play_to_the_end(event("simple-knockout", 9))
    league = load_league(made)
    names = ["Round of 16", "Quarter-finals", "Semi-finals", "Final"]
    assert [round_.name for round_ in league.rounds] == names
    assert league.rounds[2].told == "the semi-finals"
    page = Client().get(f"/t/{made.slug}/stages/").content.decode()
    assert all(f"<h3>{name}</h3>" in page for name in names)
    schedule = Client().get(f"/api/v1/tournaments/{made.slug}/schedule/").json()
    assert [round_["name"] for round_ in schedule] == names


def test_the_rounds_of_a_double_elimination_say_who_plays_for_what():
    made = event("double-elimination", 6)
    assert [round_.told for round_ in load_league(made).rounds] == ["round 1"]
    made = play_to_the_end(made)
    names = [round_.name for round_ in load_league(made).rounds]
    assert "Grand final" in names
    assert set(names[names.index("Grand final") + 1 :]) <= {"Deciding series"}
    page = even(Client().get(f"/t/{made.slug}/stages/").content.decode())
    for name in (
        '<h4 class="tn-part">Winners\' bracket',
        "Losers' bracket",
        "<h3>Grand final</h3>",
    ):
        assert name in unescape(page)
    (stage,) = Client().get(f"/api/v1/tournaments/{made.slug}/stages/").json()
    first, *_, last = stage["rounds"]
    assert {meeting["bracket"] for meeting in first["meetings"]} == {"Winners' bracket"}
    assert [meeting["bracket"] for meeting in last["meetings"]] == [names[-1]]


def a_tie_for_a_shoot_out() -> tuple[Tournament, tuple[int, ...]]:
    """An event played to its cut, and two clubs whose tie waits for a shoot-out."""
    for seed in range(40):
        made = event("purestrat-weekend", 8, seed=f"tie-{seed}")
        play(made)
        for answer in waiting_ties(load_league(made)):
            if answer.step.criterion == "shoot-out":
                return made, answer.group
        Tournament.objects.filter(pk=made.pk).update(name=f"Old {seed}", slug=f"old-{seed}")
    raise AssertionError("no tie waits for a shoot-out")


@pytest.mark.rule("T32.0a", "T32.0c", "T32.0d")
def test_t32_a_shoot_out_at_the_table_breaks_a_tie_and_the_die_decides_who_bats_last():
    made, (one, other) = a_tie_for_a_shoot_out()
    director = director_of(made)
    given = {
        "tournament": made,
        "home": one,
        "away": other,
        "home_runs": [0, 1, 0],
        "away_runs": [0, 0, 0],
        "acting_user": director,
    }
    for rolls, code in (({}, "roll-missing"), ({one: 3, other: 9}, "batted-first")):
        with pytest.raises(Refused) as refused:
            enter_shoot_out(**given, rolls=rolls)
        assert refused.value.code == code
    rolls = {one: 9, other: 3}
    with pytest.raises(Refused) as refused:
        enter_shoot_out(**{**given, "home_runs": [0, 1], "away_runs": [0, 0]}, rolls=rolls)
    assert refused.value.code == "won-too-early"
    ruling = enter_shoot_out(**given, rolls=rolls)
    assert ruling.values == {str(one): 1, str(other): 0}
    assert ruling.details["runs"] == {str(one): [0, 1, 0], str(other): [0, 0, 0]}
    places = division_tables(load_league(made))[0].lines
    rank = {line.entrant.number: line.row.place.rank for line in places}
    assert rank[one] < rank[other]
    with pytest.raises(Refused) as refused:
        enter_shoot_out(**given, rolls=rolls)
    assert refused.value.code == "no-such-tie"
    withdraw_ruling(ruling=ruling, acting_user=director)
    # One press: the house throws for the last at bat, and says what it threw.
    drawn = open_tie_game(
        tournament=made, kind="shoot-out", members=(one, other), acting_user=director
    )
    thrown = {int(number): roll for number, roll in drawn.details["rolls"].items()}
    assert drawn.details["by_house"]
    assert drawn.details["home"] == max(thrown, key=thrown.__getitem__)
    fixture = drawn.stage.rounds.get().fixtures.get()
    assert fixture.home.number == drawn.details["home"]


def test_a_shoot_out_that_the_event_does_not_name_is_refused():
    made = event("simple-league", 4)
    play(made)
    with pytest.raises(Refused) as refused:
        enter_shoot_out(
            tournament=made,
            home=1,
            away=2,
            home_runs=[0, 0, 1],
            away_runs=[0, 0, 0],
            rolls={1: 9, 2: 3},
            acting_user=director_of(made),
        )
    assert refused.value.code == "no-such-tie"
