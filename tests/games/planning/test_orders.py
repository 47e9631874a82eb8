"""What clubs lay down, and the games that are played by it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from config.live.topics import unseen
from config.notices.models import Notice
from config.notices.services import look
from config.refusals import Refused
from games.clubs import clubs_of
from games.models import Game, Series
from games.planning.board import PlanBoard
from games.planning.models import DeclaredStart, GameCard, LineUp
from games.planning.services import rotations
from games.planning.services.before_games import (
    before_game,
    confirm_line_up,
    name_starter,
)
from games.planning.services.lineups import clear_line_up, save_instructions, save_line_up
from games.services.playing import play_series
from games.services.scoring import Seats, record_game
from pitching.models import PitchingSheet, Violation
from rosters.models import Squad
from rosters.rules.instructions import Instructions
from rosters.rules.lineups import PITCHER, Spot
from tests.builders import browser, director_of, league, manager, person
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    cards = a_purestrat_set()
    return league(
        4, system_key="purestrat", card_set=cards.slug, format=Format(legs=1, series_length=4)
    )


def codes(refused) -> list[str]:
    return [each.code for each in refused.value.refusals]


def series_of(tournament: Tournament) -> list[Series]:
    rows = Series.objects.filter(event__key=tournament.scope).select_related("home", "away")
    return list(rows.order_by("pk"))


def board_of(tournament: Tournament, team: int) -> PlanBoard:
    return PlanBoard(
        Squad.objects.select_related("team").get(event__key=tournament.scope, team=team)
    )


def suggested(board: PlanBoard, hand: str) -> tuple[Spot, ...]:
    assert board.builder is not None
    return board.builder.suggested(board.keys, hand)


def turned(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The same players in the opposite order."""
    return tuple(reversed(spots))


def played_order(game: Game, team: int) -> list[tuple[int, int]]:
    stored = game.clubs[(game.away_id, game.home_id).index(team)]
    return [
        (stored["cards"][number - 1], position)
        for number, position in zip(stored["order"], stored["positions"], strict=True)
    ]


def starter(game: Game, team: int) -> int:
    return next(card for card, position in played_order(game, team) if position == 1)


def save_both(board: PlanBoard, user, **where) -> None:
    for hand in "LR":
        spots = turned(suggested(board, hand))
        save_line_up(squad=board.squad, against=hand, spots=spots, acting_user=user, **where)


def test_a_simulated_game_is_played_in_the_order_that_was_laid_down(tournament):
    series = series_of(tournament)[0]
    board, user = board_of(tournament, series.home_id), director_of(tournament)
    save_both(board, user)
    games = play_series(series_ids=[series.pk], acting_user=None)
    for game in games:
        order = played_order(game, series.home_id)
        # The pitcher, last in the house's order, bats first.
        assert order[0][1] == 1
        hitters = [card for card, position in order if position != 1]
        assert hitters in [
            [spot.player for spot in turned(suggested(board, hand)) if spot.player != PITCHER]
            for hand in "LR"
        ]
        side = (game.away_id, game.home_id).index(series.home_id)
        assert game.clubs[side]["laid_down"]["line_up"] is True
        assert "laid_down" not in game.clubs[1 - side]
        assert played_order(game, series.away_id)[8][1] == 1


def test_a_line_up_of_a_game_comes_before_that_of_its_series_and_that_before_the_events(tournament):
    first, *others = series_of(tournament)
    board, user = board_of(tournament, first.home_id), director_of(tournament)
    usual = {hand: suggested(board, hand) for hand in "LR"}
    for hand in "LR":
        lead = usual[hand]
        save_line_up(
            squad=board.squad,
            against=hand,
            spots=(lead[1], lead[0], *lead[2:]),
            acting_user=user,
            series=first,
        )
        save_line_up(
            squad=board.squad,
            against=hand,
            spots=turned(lead),
            acting_user=user,
            series=first,
            number=2,
        )
    games = play_series(series_ids=[first.pk], acting_user=None)
    seconds = {usual[hand][1].player for hand in "LR"}
    assert played_order(games[0], first.home_id)[0][0] in seconds
    assert played_order(games[1], first.home_id)[0][1] == 1
    other = next(one for one in others if first.home_id in (one.home_id, one.away_id))
    (game, *_) = play_series(series_ids=[other.pk], acting_user=None)
    assert played_order(game, first.home_id)[0][0] in {usual[hand][0].player for hand in "LR"}


def test_a_line_up_that_cannot_stand_is_refused_and_nothing_is_stored(tournament):
    series = series_of(tournament)[0]
    board, user = board_of(tournament, series.home_id), director_of(tournament)
    spots = suggested(board, "L")
    pitcher = next(iter(board.staff))
    for wrong, code in (
        (spots[:8], "lineup-not-nine"),
        ((Spot(pitcher, spots[0].position), *spots[1:]), "no-such-man"),
        ((Spot(spots[1].player, spots[0].position), *spots[1:]), "man-twice"),
    ):
        with pytest.raises(Refused) as refused:
            save_line_up(squad=board.squad, against="L", spots=wrong, acting_user=user)
        assert code in codes(refused)
    with pytest.raises(Refused) as refused:
        save_line_up(squad=board.squad, against="S", spots=spots, acting_user=user)
    assert codes(refused) == ["unknown-hand"]
    elsewhere = next(
        one for one in series_of(tournament) if series.home_id not in (one.home_id, one.away_id)
    )
    with pytest.raises(Refused) as refused:
        save_line_up(
            squad=board.squad, against="L", spots=spots, acting_user=user, series=elsewhere
        )
    assert codes(refused) == ["no-such-series"]
    assert not LineUp.objects.exists()
    with pytest.raises(Refused) as refused:
        clear_line_up(squad=board.squad, against="L", acting_user=user)
    assert codes(refused) == ["no-such-line-up"]


def test_a_declared_starter_starts_and_the_rest_of_the_rotation_goes_round_him(tournament):
    series = series_of(tournament)[0]
    board, user = board_of(tournament, series.home_id), director_of(tournament)
    fourth = board.starters[3].key
    rotations.declare_starts(squad=board.squad, starts={1: fourth}, acting_user=user)
    games = play_series(series_ids=[series.pk], acting_user=None)
    starts = [starter(game, series.home_id) for game in games]
    assert starts[0] == fourth
    assert len(set(starts)) == 4
    assert not Violation.objects.exists()
    side = (games[0].away_id, games[0].home_id).index(series.home_id)
    assert games[0].clubs[side]["laid_down"]["starter"] is True


@pytest.mark.rule("T10.2f")
def test_t10_2f_a_rotation_is_held_against_its_own_games_before_and_after(tournament):
    series = series_of(tournament)[0]
    board, user = board_of(tournament, series.home_id), director_of(tournament)
    ace, second = board.starters[0].key, board.starters[1].key
    rotations.declare_starts(squad=board.squad, starts={5: ace}, acting_user=user)
    for column in (2, 4, 6, 8):
        with pytest.raises(Refused) as refused:
            rotations.declare_starts(squad=board.squad, starts={column: ace}, acting_user=user)
        assert codes(refused) == ["starter-not-eligible"]
    rotations.declare_starts(
        squad=board.squad, starts={1: ace, 9: ace, 2: second, 5: 0}, acting_user=user
    )
    assert dict(DeclaredStart.objects.values_list("column", "card")) == {
        1: ace,
        9: ace,
        2: second,
    }
    reliever = next(player.key for player in board.staff.values() if not player.starts)
    for starts, code in (
        ({1: reliever}, "starter-not-eligible"),
        ({1: board.cards[0].pk if board.cards[0].kind == "hitter" else 10**9}, "no-such-pitcher"),
        ({99: ace}, "no-such-game"),
    ):
        with pytest.raises(Refused) as refused:
            rotations.declare_starts(squad=board.squad, starts=starts, acting_user=user)
        assert codes(refused) == [code]


def test_rotations_stand_from_when_the_event_says(tournament):
    series = series_of(tournament)[0]
    director = director_of(tournament)
    rotations.set_event_rules(
        scope=tournament.scope, values={"declared": "season"}, acting_user=director
    )
    play_series(series_ids=[series.pk], acting_user=None)
    board = board_of(tournament, series.home_id)
    user = manager(tournament, tournament.entrants.get(team=series.home_id).number)
    player = next(each.key for each in board.starters if board.may_start(each.key, 9, {}).eligible)
    with pytest.raises(Refused) as refused:
        rotations.declare_starts(squad=board.squad, starts={9: player}, acting_user=user)
    assert codes(refused) == ["rotation-stands"]
    rotations.declare_starts(squad=board.squad, starts={9: player}, acting_user=director)
    with pytest.raises(Refused) as refused:
        rotations.declare_starts(squad=board.squad, starts={1: player}, acting_user=director)
    assert codes(refused) == ["game-begun"]


def test_a_declared_starter_who_may_not_start_any_more_gives_way_to_the_best_who_may(tournament):
    first, *others = series_of(tournament)
    board = board_of(tournament, first.home_id)
    play_series(series_ids=[first.pk], acting_user=None)
    tired = starter(first.games.get(number=4), first.home_id)
    DeclaredStart.objects.create(
        squad=board.squad, column=5, card_id=tired, declared_by=person("Manager")
    )
    other = next(one for one in others if first.home_id in (one.home_id, one.away_id))
    (game, *_) = play_series(series_ids=[other.pk], acting_user=None)
    assert starter(game, first.home_id) != tired
    assert not Violation.objects.exists()


def test_instructions_have_versions_and_the_game_keeps_the_number_of_its_own(tournament):
    first, *others = series_of(tournament)
    board, user = board_of(tournament, first.home_id), director_of(tournament)
    relievers = [
        player.key for player in board.staff.values() if player.relieves and not player.starts
    ]
    hitter = next(iter(board.fielders))
    usual = Instructions(
        closer=relievers[0],
        setup=(relievers[1],),
        do_not_use=(hitter,),
        pinch_hitters=(list(board.fielders)[1],),
        hook_innings=6,
        tendencies={"stealing": 9},
    )
    save_instructions(squad=board.squad, instructions=usual, acting_user=user)
    save_instructions(
        squad=board.squad,
        instructions=Instructions(hook_runs=3),
        acting_user=user,
        opponent=first.away,
    )
    (game, *_) = play_series(series_ids=[first.pk], acting_user=None)
    side = (game.away_id, game.home_id).index(first.home_id)
    assert game.clubs[side]["laid_down"]["instructions"] == 2
    assert clubs_of(game)[side].roles.hook_runs == 3
    other = next(one for one in others if first.home_id in (one.home_id, one.away_id))
    (game, *_) = play_series(series_ids=[other.pk], acting_user=None)
    side = (game.away_id, game.home_id).index(first.home_id)
    assert game.clubs[side]["laid_down"]["instructions"] == 1
    club = clubs_of(game)[side]
    cards = game.clubs[side]["cards"]
    assert cards[club.roles.closer - 1] == relievers[0]
    assert club.roles.hook_outs == 18
    assert club.tendencies.stealing == 9
    assert hitter not in [card for card, _ in played_order(game, first.home_id)]


def test_instructions_that_name_somebody_else_are_refused(tournament):
    first = series_of(tournament)[0]
    board, user = board_of(tournament, first.home_id), director_of(tournament)
    hitter, arm = next(iter(board.fielders)), next(iter(board.staff))
    for wrong, code in (
        (Instructions(closer=hitter), "not-a-pitcher"),
        (Instructions(pinch_hitters=(arm,)), "not-a-hitter"),
        (Instructions(do_not_use=(10**9,)), "not-in-squad"),
        (Instructions(closer=arm, setup=(arm,)), "named-twice"),
        (Instructions(hook_innings=11), "hook-range"),
        (Instructions(tendencies={"luck": 5}), "unknown-tendency"),
    ):
        with pytest.raises(Refused) as refused:
            save_instructions(squad=board.squad, instructions=wrong, acting_user=user)
        assert codes(refused) == [code]
    with pytest.raises(Refused) as refused:
        save_instructions(
            squad=board.squad,
            instructions=Instructions(),
            acting_user=user,
            opponent=board.team,
        )
    assert codes(refused) == ["no-such-opponent"]


@pytest.mark.rule("T0.13")
def test_t0_13_a_game_between_people_begins_when_both_have_said_who_plays(tournament):
    series = series_of(tournament)[0]
    away, home = series.sides(1)
    numbers = {each.team_id: each.number for each in tournament.entrants.all()}
    visitor = manager(tournament, numbers[away], "Visitor")
    host = manager(tournament, numbers[home], "Host")

    def start(**seats) -> Game:
        return record_game(
            series_id=series.pk,
            number=1,
            transcript=(),
            acting_user=host,
            seats=Seats(**seats),
        )

    with pytest.raises(Refused) as refused:
        start()
    assert codes(refused) == ["not-confirmed", "not-confirmed"]
    boards = [board_of(tournament, team) for team in (away, home)]
    players = [board.starters[2].key for board in boards]

    def name(side: int, user) -> GameCard:
        return name_starter(
            series=series, number=1, side=side, card=players[side], acting_user=user
        )

    with pytest.raises(Refused) as refused:
        name(1, host)
    assert codes(refused) == ["visitors-first"]
    name(0, visitor)
    with pytest.raises(Refused) as refused:
        confirm_line_up(
            series=series,
            number=1,
            side=0,
            spots=suggested(boards[0], "R"),
            acting_user=visitor,
        )
    assert codes(refused) == ["starters-first"]
    name(1, host)
    with pytest.raises(Refused) as refused:
        name(0, visitor)
    assert codes(refused) == ["already-answered"]
    for side, user in ((0, visitor), (1, host)):
        with pytest.raises(Refused):
            start()
        spots = turned(suggested(boards[side], "R"))
        confirm_line_up(series=series, number=1, side=side, spots=spots, acting_user=user)
    assert before_game(series, 1).may_begin
    game = start()
    for side, team in enumerate((away, home)):
        assert starter(game, team) == players[side]
        assert played_order(game, team)[0] == (players[side], 1)
    with pytest.raises(Refused) as refused:
        name(0, visitor)
    assert codes(refused) == ["game-exists"]


def test_a_side_is_reminded_once_of_what_the_other_waits_for(tournament):
    series = series_of(tournament)[0]
    clubs = series.sides(1)
    numbers = {each.team_id: each.number for each in tournament.entrants.all()}
    users = [manager(tournament, numbers[club], f"Manager {club}") for club in clubs]
    boards = [board_of(tournament, club) for club in clubs]

    def told(now: datetime) -> list[tuple[int, str]]:
        look(now=now)
        rows = Notice.objects.filter(kind="your-move", over_at=None)
        return list(rows.values_list("user", "detail"))

    noon = datetime(2026, 11, 25, 12, tzinfo=UTC)
    with time_machine.travel(noon, tick=False) as clock:
        for side, user in enumerate(users):
            name_starter(
                series=series,
                number=1,
                side=side,
                card=boards[side].starters[2].key,
                acting_user=user,
            )
            if side == 0:
                clock.shift(timedelta(minutes=9))
                assert told(timezone.now()) == []
                clock.shift(timedelta(minutes=1))
                for _ in range(2):
                    assert told(timezone.now()) == [(users[1].pk, "Name your starter.")]
        # Both are to confirm: neither waits for the other.
        clock.shift(timedelta(minutes=30))
        assert told(timezone.now()) == []
        spots = suggested(boards[1], "R")
        confirm_line_up(series=series, number=1, side=1, spots=spots, acting_user=users[1])
        clock.shift(timedelta(minutes=10))
        assert told(timezone.now()) == [(users[0].pk, "Confirm your line-up.")]
        # What nobody came back to is no news.
        assert told(timezone.now() + timedelta(days=3)) == []
    assert Notice.objects.filter(kind="your-move").count() == 2


def test_a_side_that_nobody_acts_for_or_the_computer_manages_is_asked_nothing(tournament):
    series = series_of(tournament)[0]
    game = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=director_of(tournament)
    )
    assert game.status == Game.Status.IN_PROGRESS
    numbers = {each.team_id: each.number for each in tournament.entrants.all()}
    manager(tournament, numbers[series.sides(2)[0]], "Visitor")
    seats = Seats(away_managed=True)
    record_game(
        series_id=series.pk,
        number=2,
        transcript=(),
        acting_user=director_of(tournament),
        seats=seats,
    )


def test_a_starter_who_may_not_start_by_the_sheet_cannot_be_named(tournament):
    series = series_of(tournament)[0]
    play = Seats(away_managed=True, home_managed=True)
    record_game(series_id=series.pk, number=1, transcript=(), acting_user=None, seats=play)
    away = series.sides(2)[0]
    board = board_of(tournament, away)
    reliever = next(player.key for player in board.staff.values() if not player.starts)
    with pytest.raises(Refused) as refused:
        name_starter(
            series=series, number=2, side=0, card=reliever, acting_user=director_of(tournament)
        )
    assert codes(refused) == ["starter-not-eligible"]


def test_the_games_that_a_best_of_did_not_need_are_not_to_come():
    cards = a_purestrat_set()
    # Half of all seeds need the third game, and other cards make it another half.
    for seed in range(12):
        knockout = league(
            3,
            name=f"Best of three {seed}",
            system_key="purestrat",
            card_set=cards.slug,
            preset="simple-knockout",
            seed=f"{seed}",
        )
        (series,) = series_of(knockout)
        assert [ahead.number for ahead in board_of(knockout, series.home_id).ahead] == [1, 2, 3]
        if len(play_series(series_ids=[series.pk], acting_user=None)) == 2:
            break
    board = board_of(knockout, series.home_id)
    assert [ahead.number for ahead in board.schedule] == [1, 2]
    assert board.ahead == []
    assert board.may_be_helped


@pytest.mark.rule("T10.2t")
def test_t10_2t_whether_relief_starts_fresh_is_settled_for_sheets_on_which_nothing_stands(
    tournament,
):
    dana = director_of(tournament)
    first, *_ = series_of(tournament)
    play_series(series_ids=[first.pk], acting_user=None)
    was = dict(PitchingSheet.objects.values_list("team", "bullpen_resets"))
    resets = not was[first.home_id]
    rotations.set_event_rules(
        scope=tournament.scope, values={"bullpen_resets": resets}, acting_user=dana
    )
    played = {first.home_id, first.away_id}
    now = dict(PitchingSheet.objects.values_list("team", "bullpen_resets"))
    assert len(now) == 4
    assert now == {team: was[team] if team in played else resets for team in was}


def test_a_squads_plans_poke_those_who_may_read_them_and_nobody_else(tournament):
    squad, other = Squad.objects.filter(event__key=tournament.scope)[:2]
    there = f"squad:{squad.pk}"
    nothing = ["squad:", "squad:0", "squad:x", f"{there}x"]
    assert unseen(director_of(tournament), [there, *nothing]) == sorted(nothing)
    numbers = {each.team_id: each.number for each in tournament.entrants.all()}
    own, opponent = (
        manager(tournament, numbers[each.team_id], f"Of {each.team_id}") for each in (squad, other)
    )
    assert unseen(own, [there]) == []
    for visitor, pokes in ((own, True), (opponent, False), (person("Spectator"), False)):
        assert (unseen(visitor, [there]) == []) == pokes
        # Nor does the page ask for what would be refused.
        page = browser(visitor).get(f"/squads/{squad.pk}/").content.decode()
        assert (f'data-live-topic="{there}"' in page) == pokes
    Tournament.objects.filter(pk=tournament.pk).update(visibility="private")
    assert unseen(person("Stranger"), [there]) == [there]
