"""Who is lent is said: an answer is asked for, and none is taken for the first of the list."""

import pytest

from config.refusals import Refused
from games.engine.situation import AWAY, HOME
from games.engine.state_files import state_as_json
from games.models import Game
from games.services.going_on import give_standing_orders, go_on
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game
from games.services.table_dice import read_table_dice
from games.standing_orders import topics_in, word_in
from games.systems.commons.play.club import BATTERS, DECK_SIZE
from games.systems.commons.play.state import SideState
from tests.builders import browser, director_of, fixture_of, league
from tests.engine.commons.stage import stage
from tests.games.builders import speaker
from tests.games.systems.commons.decks import a_commons_set

pytestmark = pytest.mark.django_db

EVERY_PITCHER = tuple(range(BATTERS + 1, DECK_SIZE + 1))
FIRST, LAST = "51", "60"
AT_THE_TABLE = Seats()


def out_of_pitchers(seats: Seats = AT_THE_TABLE) -> Game:
    """The eleventh inning; both sides have used up their pitchers, and each says whom it lends."""
    made = a_commons_set(3)
    event = league(3, system_key="commons", card_set=made.slug)
    series = fixture_of(event, 1, 2).series
    spent = SideState(spent=EVERY_PITCHER, worked=EVERY_PITCHER, complete=EVERY_PITCHER)
    begins = stage(begins="T11", batting=spent, pitching=spent, chosen=False).state
    return record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=director_of(event),
        seats=seats,
        beginning=state_as_json(series.system, begins),
    )


def lent(game: Game) -> list[str]:
    return [word for word in game.entries if word.startswith("lend-pitcher")]


def press(game: Game, *answer: str) -> Game:
    return go_on(
        game_id=game.pk, after=len(game.entries), acting_user=speaker(game, AWAY), answer=answer
    )


def test_play_does_not_go_on_with_a_pitcher_whom_nobody_named():
    game = out_of_pitchers(Seats(SERVER_DICE, home_managed=True))
    assert "lend-pitcher" in [each.decision.name for each in word_in(game, (AWAY,)).asked]
    with pytest.raises(Refused) as refused:
        press(game)
    assert refused.value.code == "decision-first"
    page = browser(speaker(game, AWAY)).get(f"/series/{game.series_id}/games/1/score/")
    html = page.content.decode()
    assert "who pitches for it from now on?" in html
    assert "go on" not in html.split("who pitches for it")[0].split("Play on")[-1]
    assert f'value="lend-pitcher={LAST}"' in html
    game = press(game, f"lend-pitcher={LAST}")
    assert lent(game)[0] == f"lend-pitcher={LAST}"


def test_who_is_never_asked_lends_what_the_computer_would():
    game = out_of_pitchers(Seats(SERVER_DICE, home_managed=True))
    never = {topic.key: "never" for topic in topics_in(game.series)}
    give_standing_orders(
        game=game, side=AWAY, orders={"when": never}, acting_user=speaker(game, AWAY)
    )
    game = press(game)
    for_home = lent(game)[0]
    assert for_home != f"lend-pitcher={FIRST}"


def test_a_throw_at_the_table_does_not_pass_the_question_by():
    game = out_of_pitchers()
    director = speaker(game, AWAY, HOME)
    for act in (
        lambda: add_entries(game_id=game.pk, after=0, entries=["3"], acting_user=director),
        lambda: add_entries(
            game_id=game.pk, after=0, entries=["lend-pitcher=60", "3"], acting_user=director
        ),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "decision-missing"
    with pytest.raises(Refused) as refused:
        read_table_dice(game, game.entries, "3")
    assert refused.value.code == "decision-first"
    named = ["lend-pitcher=60", "lend-pitcher=59"]
    game = add_entries(game_id=game.pk, after=0, entries=named, acting_user=director)
    assert game.entries == named
