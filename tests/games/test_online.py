"""Games with the server's dice: thrown on demand, committed before, secret until the end."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.engine.dice_stream import commitment
from games.engine.record import simulate
from games.models import Game, VoidedTail
from games.open_decisions import open_decisions
from games.services.rewinding import rewind_game, undo_last
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game, throw_dice
from games.verifying import verify
from tests.builders import browser, director_of, person
from tests.games.builders import ADVANCED, a_series, league_series, speaker, started

pytestmark = pytest.mark.django_db


def refusal_of(act, **named):
    with pytest.raises(Refused) as caught:
        act(**named)
    return caught.value.refusals[0]


def play_through(game: Game) -> Game:
    """Throw, and say nothing out of the ordinary, until it is over."""
    while not game.is_final:
        wanted = open_decisions(game)
        if wanted.questions:
            game = add_entries(
                game_id=game.pk,
                after=len(game.entries),
                entries=[wanted.questions[0].usual],
                acting_user=None,
            )
        else:
            game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    return game


def until_a_question(game: Game) -> Game:
    while not open_decisions(game).questions:
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    return game


def test_nothing_is_thrown_before_somebody_asks():
    game = started(a_series(), dice="server")
    assert game.source == Game.Source.ONLINE
    assert game.entries == []
    game = throw_dice(game_id=game.pk, after=0, acting_user=None)
    assert len(game.entries) == 1


def test_the_throws_are_those_of_the_seed():
    series = a_series()
    game = play_through(started(series, dice="server"))
    assert tuple(game.entries) == simulate(series.system, series.settings, game.seed).transcript
    checks = verify(game)
    assert len(checks) == 4
    assert all(check.holds for check in checks)


def test_the_throws_between_decisions_of_people_are_those_of_the_seed():
    game = play_through(started(a_series("poker-dice", settings=ADVANCED), dice="server"))
    assert all(check.holds for check in verify(game))


def test_computers_at_both_sides_play_the_simulated_game():
    series = a_series("poker-dice", settings=ADVANCED)
    game = play_through(started(series, dice="server", away_managed=True, home_managed=True))
    assert tuple(game.entries) == simulate(series.system, series.settings, game.seed).transcript


def test_the_hash_is_written_down_before_the_first_throw():
    game = started(a_series(), dice="server")
    line = Action.objects.get(code="game-started")
    assert line.new["commitment"] == commitment(game.seed) == game.commitment
    assert game.seed not in str(line.new)


def test_another_seed_than_the_promised_one_is_found_out():
    game = play_through(started(a_series(), dice="server"))
    Game.objects.filter(pk=game.pk).update(seed="chosen afterwards")
    assert [check.holds for check in verify(Game.objects.get(pk=game.pk))] == [
        *(True, True),  # what happened, and that its books balance
        *(False, False),  # its dice, and the promise
    ]


def test_two_online_games_never_share_a_seed_with_each_other_or_the_series():
    series = a_series(seed="known to many")
    one, two = (started(series, number=number, dice="server") for number in (1, 2))
    assert one.seed != two.seed
    assert "known" not in one.seed + two.seed


def test_typed_dice_are_refused_unread():
    """The refusal must not depend on what the dice stream would throw, or it could be felt for."""
    game = started(a_series(), dice="server")
    refusals = {
        str(refusal_of(add_entries, game_id=game.pk, after=0, entries=[face], acting_user=None))
        for face in "123456"
    }
    assert len(refusals) == 1
    refusal = refusal_of(
        record_game,
        series_id=game.series_id,
        number=2,
        transcript=["1"],
        acting_user=None,
        seats=Seats(dice=SERVER_DICE),
    )
    assert refusal.code == "dice-are-the-servers"
    assert Game.objects.get().entries == []


def test_dice_cannot_smuggle_themselves_in_behind_a_decision():
    game = until_a_question(started(a_series("poker-dice", settings=ADVANCED), dice="server"))
    usual = open_decisions(game).questions[0].usual
    refusal = refusal_of(
        add_entries,
        game_id=game.pk,
        after=len(game.entries),
        entries=[usual, "9-9-9-9-9"],
        acting_user=None,
    )
    assert refusal.code == "dice-are-the-servers"
    refusal = refusal_of(
        add_entries,
        game_id=game.pk,
        after=len(game.entries),
        entries=[usual, usual],
        acting_user=None,
    )
    assert refusal.code == "one-at-a-time"


def test_each_side_answers_for_itself_and_in_its_turn():
    series = a_series("poker-dice", settings=ADVANCED, scope="open:1")
    game = until_a_question(started(series, dice="server"))
    after = len(game.entries)
    question = open_decisions(game).questions[0]
    assert question.decision.name == "pickoff"

    def answer(entry, side):
        return add_entries(
            game_id=game.pk, after=after, entries=[entry], acting_user=speaker(game, side)
        )

    def refused(entry, side):
        with pytest.raises(Refused) as caught:
            answer(entry, side)
        return caught.value.code

    assert refused("pickoff=none", 1 - question.side) == "not-your-side"
    assert refused("steal=1", 1 - question.side) == "decision-not-open"
    assert answer("pickoff=none", question.side).entries[-1] == "pickoff=none"


def test_no_throw_passes_a_question_over():
    game = until_a_question(started(a_series("poker-dice", settings=ADVANCED), dice="server"))
    refusal = refusal_of(throw_dice, game_id=game.pk, after=len(game.entries), acting_user=None)
    assert refusal.code == "decision-first"


def test_the_server_does_not_throw_for_people_at_a_table():
    game = started(a_series())
    refusal = refusal_of(throw_dice, game_id=game.pk, after=0, acting_user=None)
    assert refusal.code == "dice-at-the-table"


def test_two_taps_on_the_button_throw_once():
    game = started(a_series(), dice="server")
    throw_dice(game_id=game.pk, after=0, acting_user=None)
    refusal = refusal_of(throw_dice, game_id=game.pk, after=0, acting_user=None)
    assert refusal.code == "transcript-moved-on"
    assert len(Game.objects.get().entries) == 1


@pytest.mark.long
def test_a_suspended_game_is_thrown_on():
    game = throw_dice(game_id=started(a_series(), dice="server").pk, after=0, acting_user=None)
    first = game.entries
    game = add_entries(game_id=game.pk, after=1, entries=["suspend"], acting_user=None)
    assert game.status == Game.Status.SUSPENDED
    game = throw_dice(game_id=game.pk, after=2, acting_user=None)
    assert game.status == Game.Status.IN_PROGRESS
    assert game.entries[:2] == [*first, "suspend"]
    game = play_through(game)
    assert all(check.holds for check in verify(game))


def test_throws_stand_and_a_decision_is_undone_only_until_dice_fall_on_it():
    series = a_series("poker-dice", settings=ADVANCED, scope="open:1")
    game = until_a_question(started(series, dice="server"))
    question = open_decisions(game).questions[0]
    mine, other = (speaker(game, side) for side in (question.side, 1 - question.side))
    tried = question.entry(question.choices[1])
    after = len(game.entries)

    def undo(after, user=mine):
        return undo_last(game_id=game.pk, after=after, reason="Slip of the thumb", acting_user=user)

    with pytest.raises(Refused) as caught:
        undo(after)
    assert caught.value.code == "dice-are-thrown"
    with pytest.raises(Refused) as caught:
        rewind_game(game_id=game.pk, entry=1, reason="No", acting_user=mine)
    assert caught.value.code == "dice-are-thrown"

    add_entries(game_id=game.pk, after=after, entries=[tried], acting_user=mine)
    with pytest.raises(Refused) as caught:
        undo(after + 1, other)
    assert caught.value.code == "not-your-side"
    back = undo(after + 1)
    assert len(back.entries) == after
    assert VoidedTail.objects.get().entries == tried


def test_a_game_that_is_over_is_never_played_on_with_a_known_seed():
    user = person("Undoer", is_staff=True)
    game = started(a_series(), dice="server")
    game = add_entries(game_id=game.pk, after=0, entries=["concede=home"], acting_user=user)
    assert game.revealed_seed
    refusal = refusal_of(undo_last, game_id=game.pk, after=1, reason="Never mind", acting_user=user)
    assert refusal.code == "dice-are-thrown"


def test_the_digits_of_a_games_dice_lie_behind_a_question_also_when_it_is_over():
    tournament, series = league_series()
    director = director_of(tournament)
    game = started(series, dice="server")
    client, url = browser(director), f"/series/{series.pk}/games/1/score/"

    def folded(digits):
        page = client.get(url).content.decode()
        before, found, _ = page.partition(digits)
        assert found
        return "Fair dice?" in before.rpartition("<details")[2]

    assert folded(game.commitment)
    game = add_entries(game_id=game.pk, after=0, entries=["concede=home"], acting_user=director)
    assert folded(game.commitment)
    assert folded(game.revealed_seed)
