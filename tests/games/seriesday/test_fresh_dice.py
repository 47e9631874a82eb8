"""Games whose dice the server threw are cut by a ruling and go on with fresh, committed dice; and
the house plays on what people left."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.engine.dice_stream import Segment, commitment
from games.models import Game
from games.open_decisions import open_decisions
from games.seeds import chained, segments_of
from games.seriesday.services.rulings import agree, appeal, choose_remedy
from games.services.playing import play_series
from games.services.playing_on import play_on
from games.services.rewinding import rewind_game
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game, throw_dice
from games.verifying import verify
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_rulings import begun, refused, reported

pytestmark = pytest.mark.django_db


def thrown(game: Game, count: int) -> Game:
    """Online: so many throws more, or to the end."""
    for _ in range(count):
        if game.is_final:
            break
        while open_decisions(game).questions:
            usual = open_decisions(game).questions[0].usual
            game = add_entries(
                game_id=game.pk, after=len(game.entries), entries=[usual], acting_user=None
            )
        game = throw_dice(game_id=game.pk, after=len(game.entries), acting_user=None)
    return game


def online(day, number: int = 1) -> Game:
    return record_game(
        series_id=day.series.pk,
        number=number,
        transcript=(),
        acting_user=day.home,
        seats=Seats(dice=SERVER_DICE),
    )


def reset(day, entry: int, *, by=None, remedy: str = "reset") -> None:
    ruling = reported(day, entry=entry)
    choose_remedy(ruling_id=ruling.pk, remedy=remedy, acting_user=by or day.away)


def test_an_online_game_is_cut_and_goes_on_with_dice_nobody_has_seen():
    day = a_day()
    game = thrown(online(day), 8)
    seen = game.entries[4:]
    reset(day, 5)
    game.refresh_from_db()
    assert len(game.entries) == 4
    fresh = game.dice_segments.get()
    said = Action.objects.get(code="game-dice-renewed").new
    assert said == {"after": 4, "commitment": fresh.commitment}
    assert fresh.seed not in str(said)
    assert fresh.seed != game.seed
    game = thrown(day.game(), 400)
    assert game.is_final
    assert game.entries[4 : 4 + len(seen)] != seen
    checks = verify(game)
    assert all(check.holds for check in checks), [check.words for check in checks]
    assert any("From throw 5 on" in check.words for check in checks)


def test_fresh_dice_that_nobody_promised_are_found_out():
    day = a_day()
    thrown(online(day), 8)
    reset(day, 5)
    game = thrown(day.game(), 400)
    game.dice_segments.update(seed="chosen afterwards")
    assert [check.holds for check in verify(day.game())] == [True, True, False, False, True]


def test_a_second_cut_before_the_first_ends_what_the_first_began():
    day = a_day()
    thrown(online(day), 10)
    reset(day, 9)
    thrown(day.game(), 4)
    reset(day, 4)
    game = thrown(day.game(), 400)
    first, second = game.dice_segments.order_by("number")
    assert first.withdrawn_at is not None
    assert first.cut_by is not None
    assert [segment.after for segment in segments_of(game)] == [0, 3]
    assert segments_of(game)[1].seed == second.seed
    assert all(check.holds for check in verify(game))


def test_dice_that_a_cut_ended_count_again_when_the_director_rules_otherwise():
    day = a_day()
    thrown(online(day), 10)
    reset(day, 9)
    before = thrown(day.game(), 4)
    dice = segments_of(before)
    assert len(dice) == 2
    ruling = reported(day, entry=4)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    thrown(day.game(), 2)
    assert segments_of(day.game())[1].seed != dice[1].seed
    appeal(ruling_id=ruling.pk, words="It was no re-entry.", acting_user=day.home)
    choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    back = day.game()
    assert (back.entries, segments_of(back)) == (before.entries, dice)
    game = thrown(back, 400)
    assert game.is_final
    assert all(check.holds for check in verify(game))


def test_the_chain_keeps_what_lies_before_each_beginning():
    renewed = [Segment(8, "b"), Segment(3, "c"), Segment(5, "d")]
    assert chained("a", renewed) == (Segment(0, "a"), Segment(3, "c"), Segment(5, "d"))
    assert chained("a", [Segment(0, "b")]) == (Segment(0, "b"),)
    assert chained("", [Segment(7, "b")]) == (Segment(7, "b"),)


def test_a_simulated_game_is_cut_and_played_again_from_there():
    day = a_day(length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    before = day.game()
    ruling = reported(day, by=day.director, entry=20)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.director)
    again = day.game()
    assert again.is_final
    assert again.entries[:19] == before.entries[:19]
    assert again.entries != before.entries
    assert all(check.holds for check in verify(again))
    effects = ruling.steps.get(kind="ruled").effects
    assert any(commitment(again.dice_segments.get().seed) in words for words in effects)
    day.series.refresh_from_db()
    assert day.series.completed_at is not None


def test_what_the_house_played_anew_is_put_back_when_the_director_rules_otherwise():
    day = a_day(length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    before = day.game()
    ruling = reported(day, entry=20)
    agree(ruling_id=ruling.pk, acting_user=day.home)
    choose_remedy(ruling_id=ruling.pk, remedy="reset", acting_user=day.away)
    assert day.game().entries != before.entries
    appeal(ruling_id=ruling.pk, words="It was no re-entry.", acting_user=day.home)
    choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    back = day.game()
    assert back.entries == before.entries
    assert (back.away_runs, back.home_runs) == (before.away_runs, before.home_runs)
    assert segments_of(back) == (Segment(0, before.seed),)
    assert len(verify(back)) == 4
    assert all(check.holds for check in verify(back))
    assert back.voided_tails.count() == 2


def test_a_preview_of_a_cut_throws_no_dice():
    day = a_day(length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    before = day.game()
    ruling = reported(day, by=day.director, entry=20)
    page = browser(day.director).post(
        f"/rulings/{ruling.pk}/", {"act": "preview", "remedy": "reset", "entry": "20"}
    )
    assert "In progress" in page.content.decode()
    assert day.game().entries == before.entries
    assert not day.game().dice_segments.exists()


def test_the_house_plays_on_what_people_left_at_the_table():
    day = a_day()
    game = begun(day, 12)
    left = game.entries
    played = play_on(game_id=game.pk, acting_user=None)
    assert played.is_final
    assert played.entries[: len(left)] == left
    assert played.source == Game.Source.SCORED
    checks = verify(day.game())
    assert all(check.holds for check in checks), [check.words for check in checks]
    assert any("People threw the first" in check.words for check in checks)
    assert Action.objects.filter(code="game-played-on").count() == 1
    assert refused(lambda: play_on(game_id=game.pk, acting_user=None)) == "game-over"
    page = browser().get(game.get_absolute_url()).content.decode()
    assert played.dice_segments.get().seed in page


def test_a_suspended_game_is_played_on_and_keeps_its_suspension_in_the_transcript():
    day = a_day()
    game = begun(day, 12)
    add_entries(game_id=game.pk, after=12, entries=["suspend"], acting_user=day.home)
    played = play_on(game_id=game.pk, acting_user=None)
    assert played.is_final
    assert played.entries[12] == "suspend"
    assert all(check.holds for check in verify(day.game()))


def test_what_the_house_played_on_and_is_taken_back_people_may_throw_again():
    day = a_day()
    game = begun(day, 12)
    play_on(game_id=game.pk, acting_user=None)
    with pytest.raises(Refused):
        throw_dice(game_id=game.pk, after=12, acting_user=None)
    rewind_game(
        game_id=game.pk,
        entry=10,
        reason="He came after all.",
        acting_user=day.director,
    )
    assert segments_of(day.game()) == ()


def test_a_game_of_the_house_that_is_suspended_by_a_ruling_waits_to_be_played_on():
    day = a_day()
    play_series(series_ids=[day.series.pk], acting_user=None)
    ruling = reported(day, by=day.director, entry=20)
    choose_remedy(ruling_id=ruling.pk, remedy="suspend", acting_user=day.director)
    game = day.game()
    assert game.status == Game.Status.SUSPENDED
    assert [segment.seed for segment in segments_of(game)] == [
        game.seed,
        game.dice_segments.get().seed,
    ]
    assert play_on(game_id=game.pk, acting_user=day.director).is_final
    assert all(check.holds for check in verify(day.game()))
