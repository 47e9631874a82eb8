"""One press plays on: what is asked, what goes without saying, how many presses a game takes."""

import re
from typing import Any

import pytest

from config.people.models import User
from config.refusals import Refused
from games.engine.situation import AWAY, HOME
from games.models import Game
from games.records import is_throw
from games.services.going_on import Until, give_standing_orders, go_on
from games.services.rewinding import undo_last
from games.services.scoring import SERVER_DICE, Seats, add_entries, record_game
from games.standing_orders import house_allowed, topics_in, word_in
from games.verifying import verify
from tests.builders import browser, director_of, manager
from tests.games.builders import ADVANCED, a_series, league_series, speaker, started
from tests.games.test_one_replay import series_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def the_same_dice_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.scoring.fresh_seed", lambda: "going on")


def against_the_house(key: str, **event: Any) -> Game:
    """A game whose home side is the house's."""
    series = series_of(key, **event)
    return record_game(
        series_id=series.pk,
        number=1,
        transcript=(),
        acting_user=director_of(series.fixture.round.stage.tournament),
        seats=Seats(SERVER_DICE, home_managed=True),
    )


def of_two_people() -> Game:
    series = a_series("poker-dice", settings=ADVANCED, scope="open:1")
    return started(series, dice=SERVER_DICE)


def press(game: Game, *sides: int, **how: Any) -> Game:
    return go_on(
        game_id=game.pk,
        after=len(game.entries),
        acting_user=speaker(game, *(sides or (AWAY,))),
        **how,
    )


def orders(game: Game, side: int, *, third: bool = False, **when: str) -> None:
    """Have a side asked about what ``when`` says, and nothing else."""
    never = {topic.key: "never" for topic in topics_in(game.series)}
    give_standing_orders(
        game=game,
        side=side,
        orders={"when": never | when, "third": third},
        acting_user=speaker(game, side),
    )


def level(game: Game, chosen: str, user: User) -> None:
    """Have the visitors asked so much."""
    give_standing_orders(game=game, side=AWAY, orders={"level": chosen}, acting_user=user)


def asked(game: Game, *sides: int) -> list[str]:
    return [question.decision.name for question in word_in(game, sides or (AWAY,)).asked]


def refusal(act: Any, *given: Any, **named: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as refused:
        act(*given, **named)
    return refused.value.code, refused.value.refusals[0].place


@pytest.mark.long
@pytest.mark.parametrize("key", ["one-die", "poker-dice", "purestrat", "commons", "deep-drive"])
def test_a_whole_game_against_the_computer_takes_few_presses_and_each_shows(key):
    game = against_the_house(key)
    # Where nobody decides anything a press plays a half-inning.
    until = Until.TURN if topics_in(game.series) else Until.HALF
    presses = 0
    while not game.is_final:
        shown = (game.transcript, word_in(game, (AWAY,)))
        game = press(game, until=until)
        presses += 1
        assert (game.transcript, word_in(game, (AWAY,))) != shown
        assert presses <= 110
    assert all(check.holds for check in verify(game))


def test_a_press_ends_with_the_turn_and_a_long_one_with_the_half_inning():
    game = of_two_people()
    orders(game, AWAY)
    orders(game, HOME)
    game = press(game)
    assert sum(map(is_throw, game.entries)) >= 1
    assert (game.inning, game.half, game.is_final) == (1, 0, False)
    game = press(game, until=Until.HALF)
    assert (game.inning, game.half) == (1, 1)
    game = press(game, until=Until.HALF)
    assert (game.inning, game.half) == (2, 0)


def test_who_said_nothing_is_asked_everything_by_another_and_what_matters_by_the_computer():
    game = of_two_people()
    while not asked(game, AWAY, HOME):
        game = press(game, AWAY, HOME)
    first = word_in(game, (AWAY, HOME)).heard[0]
    assert first.asked
    assert refusal(press, game, 1 - first.question.side)[0] == "decision-first"
    alone = against_the_house("poker-dice")
    questions: set[str] = set()
    while not alone.is_final:
        questions |= set(asked(alone))
        alone = press(alone)
    assert questions == {"steal"}


def test_whoever_goes_on_has_left_what_he_was_asked_at_its_usual_answer():
    game = of_two_people()
    while not asked(game, AWAY, HOME):
        game = press(game, AWAY, HOME)
    side = word_in(game, (AWAY, HOME)).heard[0].question.side
    names = asked(game, side)
    game = press(game, side)
    assert [entry.partition("=")[0] for entry in game.entries[-len(names) :]] == names
    assert word_in(game, (side,)).waits is not None
    # The other answers, and with his word dice fall.
    thrown = sum(map(is_throw, game.entries))
    game = press(game, 1 - side)
    assert sum(map(is_throw, game.entries)) > thrown


def test_an_answer_is_taken_before_play_goes_on():
    game = of_two_people()
    orders(game, AWAY, stealing="always")
    orders(game, HOME)
    while "steal" not in asked(game):
        game = press(game, AWAY, HOME)
    before = len(game.entries)
    question = word_in(game, (AWAY,)).asked[0]
    game = press(game, answer=question.entry(question.choices[1]).split())
    assert game.entries[before] == f"steal={question.choices[1].key}"
    assert is_throw(game.entries[before + 1])


def test_he_may_speak_up_without_being_asked_but_not_past_what_the_other_is_asked():
    game = of_two_people()
    orders(game, AWAY)
    orders(game, HOME)
    while not word_in(game, (AWAY,)).free or not word_in(game, (HOME,)).free:
        game = press(game, AWAY, HOME)
    free = word_in(game, (AWAY,)).free[0].question
    spoken = free.entry(free.choices[1])
    assert spoken in press(game, answer=spoken.split()).entries
    orders(game, HOME, pickoff="always")
    game = Game.objects.get(pk=game.pk)
    while (waits := word_in(game, (AWAY,)).waits) is None:
        game = press(game, AWAY)
    assert waits.decision.name == "pickoff"
    answer = refusal(
        add_entries,
        game_id=game.pk,
        after=len(game.entries),
        entries=["pickoff=none"],
        acting_user=speaker(game, AWAY),
    )
    assert answer == ("not-your-side", f"entry {len(game.entries) + 1}")


def test_late_is_from_the_seventh_inning_on_and_third_base_is_always():
    game = against_the_house("poker-dice")
    orders(game, AWAY, stealing="late", third=True)
    seen: dict[str, set[int]] = {"late": set(), "third": set()}
    while not game.is_final:
        stands = word_in(game, (AWAY,))
        on_third = bool(game.summary and _runner_on_third(game))
        for each in stands.heard:
            if each.asked and not on_third:
                assert each.question.decision.name == "steal"
                seen["late"].add(game.inning)
            elif on_third:
                assert each.asked
                seen["third"].add(game.inning)
        game = press(game)
    assert min(seen["late"]) >= 7
    assert min(seen["third"]) < 7


def _runner_on_third(game: Game) -> int:
    from games.engine.folds.moments import current_situation
    from games.records import record_of

    return current_situation(record_of(game)).runners[2]


@pytest.mark.parametrize("key", ["poker-dice", "purestrat", "commons", "deep-drive"])
def test_the_computer_decides_what_is_left_to_it(key):
    """A side that is asked nothing plays the game that the computer plays for it."""
    series = series_of(key)
    user = director_of(series.fixture.round.stage.tournament)
    games = []
    for number, managed in ((1, False), (2, True)):
        game = record_game(
            series_id=series.pk,
            number=number,
            transcript=(),
            acting_user=user,
            seats=Seats(SERVER_DICE, home_managed=True, away_managed=managed),
        )
        level(game, "nothing", user)
        game.clubs = games[0].clubs if games else game.clubs
        game.save()
        # To the end: what is decided before a half-inning's first pitch is written down with the
        # press before it, or with the next.
        while not game.is_final:
            game = press(game, until=Until.HALF)
        games.append(game)
    assert games[0].transcript == games[1].transcript


def test_what_is_asked_comes_after_what_the_computer_decides_before_it():
    """A steal is asked once the computer has said who runs."""
    game = against_the_house("purestrat")
    orders(game, AWAY, pinch="house", stealing="always")
    changed = 0
    while not game.is_final:
        heard = word_in(game, (AWAY,)).heard
        acts = [each.question.decision.name for each in heard if each.acts]
        if acts and acts[0] in ("hit", "run1", "run2", "run3"):
            changed += 1
            assert not any(each.asked for each in heard)
            before = len(game.entries)
            game = press(game)
            assert game.entries[before].startswith(f"{acts[0]}=")
        else:
            game = press(game)
    assert changed
    assert all(check.holds for check in verify(game))


def test_the_visitor_may_say_it_before_the_computer_does():
    game = against_the_house("poker-dice")
    user = speaker(game, AWAY)
    level(game, "nothing", user)
    while not any(each.acts for each in word_in(game, (AWAY,)).heard):
        game = press(game)
    question = next(each.question for each in word_in(game, (AWAY,)).heard if each.acts)
    html = browser(user).get(f"/series/{game.series_id}/games/1/score/").content.decode()
    assert f'value="{question.usual}"' in html
    before = len(game.entries)
    game = press(game, answer=question.usual.split())
    assert game.entries[before] == question.usual
    assert any(map(is_throw, game.entries[before:]))


def test_what_the_computer_decided_can_be_taken_back_and_is_decided_anew():
    game = against_the_house("purestrat")
    user = speaker(game, AWAY)
    orders(game, AWAY, pinch="house", stealing="always", pitchers="house", walk="house")
    game = press(game)
    while not (game.is_final or game.entries[-1].startswith(("hit=", "run"))):
        game = press(game)
    assert not game.is_final
    played = game.transcript
    game = undo_last(game_id=game.pk, after=len(game.entries), reason="Once more", acting_user=user)
    assert len(game.transcript) < len(played)
    assert any(each.acts for each in word_in(game, (AWAY,)).heard)
    assert press(game).transcript == played


def test_the_page_first_asks_how_much_and_the_next_game_of_the_user_begins_with_it():
    game = against_the_house("purestrat")
    user = game.created_by
    phone = browser(user)
    url = f"/series/{game.series_id}/games/1/score/"
    html = phone.get(url).content.decode()
    assert "How much do you want to be asked?" in html
    assert _chosen(html) == "important"
    said = {"act": "orders", "side": str(AWAY), "level": "everything"}
    html = phone.post(url, said, headers={"HX-Request": "true"}).content.decode()
    assert _chosen(html) == "everything"
    press(game)
    html = phone.get(url).content.decode()
    assert "How much do you want to be asked?" not in html
    assert _chosen(html) == "everything"
    # In another event, of another system.
    later = against_the_house("commons", name="Another League")
    later.created_by = user
    later.save()
    url = f"/series/{later.series_id}/games/1/score/"
    html = browser(speaker(later, AWAY)).get(url).content.decode()
    assert _chosen(html) == "everything"
    level(later, "nothing", speaker(later, AWAY))
    assert _chosen(browser(speaker(later, AWAY)).get(url).content.decode()) == "nothing"


def test_what_a_club_has_laid_down_topic_by_topic_outlasts_a_level_elsewhere():
    game = against_the_house("purestrat")
    orders(game, AWAY, walk="always")
    other = against_the_house("commons", name="Another League")
    other.created_by = game.created_by
    level(other, "nothing", speaker(other, AWAY))
    game = Game.objects.get(pk=game.pk)
    while game.half == 0:
        assert not asked(game)
        game = press(game)
    assert asked(game) == ["walk"]


def _chosen(html: str) -> str:
    found = re.findall(r'value="(\w+)"\s+title="[^"]*"\s+aria-pressed="true"', html)
    assert len(found) == 1
    return str(found[0])


def test_standing_orders_hold_for_the_later_games_of_the_club_and_for_no_other():
    game = of_two_people()
    orders(game, AWAY)
    later = started(game.series, number=2, dice=SERVER_DICE)
    assert later.away_id == game.away_id
    while not word_in(later, (AWAY, HOME)).heard:
        later = press(later, AWAY, HOME)
    while not any(each.question.side == AWAY for each in word_in(later, (AWAY, HOME)).heard):
        later = press(later, AWAY, HOME)
    heard = word_in(later, (AWAY, HOME)).heard
    assert {each.question.side for each in heard if each.asked} <= {HOME}


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ([], ("not-orders", "when")),
        ({"when": []}, ("not-orders", "when")),
        ({"when": {"weather": "never"}}, ("unknown-topic", "when.weather")),
        ({"when": {"stealing": "sometimes"}}, ("unknown-when", "when.stealing")),
        ({"when": {"stealing": []}}, ("unknown-when", "when.stealing")),
        ({"when": {}, "third": "yes"}, ("not-orders", "third")),
        ({"level": "a lot"}, ("unknown-level", "level")),
        ({"level": []}, ("unknown-level", "level")),
    ],
)
def test_orders_that_make_no_sense_are_refused(given, refused):
    game = of_two_people()
    named = {"game": game, "acting_user": speaker(game, AWAY)}
    assert refusal(give_standing_orders, side=AWAY, orders=given, **named) == refused


def test_nobody_gives_orders_for_another_side_or_plays_on_what_is_not_played_online():
    game = of_two_people()
    named = {"game": game, "acting_user": speaker(game, AWAY)}
    refused = refusal(give_standing_orders, side=HOME, orders={"when": {}}, **named)
    assert refused == ("not-your-side", "side")
    at_table = started(a_series(scope="open:2"))
    assert refusal(press, at_table)[0] == "dice-at-the-table"
    old = Game.objects.get(pk=game.pk)
    press(game, AWAY, HOME)
    assert refusal(press, old)[0] == "transcript-moved-on"


def test_a_suspended_game_goes_on_with_a_press():
    game = against_the_house("poker-dice")
    orders(game, AWAY)
    game = press(game)
    game = add_entries(
        game_id=game.pk, after=len(game.entries), entries=["suspend"], acting_user=None
    )
    entries = len(game.entries)
    game = press(game)
    assert game.status == Game.Status.IN_PROGRESS
    assert "suspend" in game.entries[:entries]
    assert is_throw(game.entries[-1])


def test_the_page_plays_on_asks_and_is_told_what_to_ask():
    tournament, series = league_series(system_key="poker-dice", settings=ADVANCED)
    first = manager(tournament, 1, "First")
    phone = browser(first)
    url = f"/series/{series.pk}/games/1/score/"
    phone.post(url, {"act": "start", "dice": "server"})
    side = HOME if series.games.get().home_id == first.teams.get().team_id else AWAY
    html = phone.get(url).content.decode()
    assert "Play on" in html
    assert "Play the half-inning" in html
    answer = phone.post(url, {"act": "on", "after": "0"}, headers={"HX-Request": "true"})
    assert "autofocus" in answer.content.decode()
    told = {"act": "orders", "side": side, "when-stealing": "always", "when-bunt": "never"}
    assert phone.post(url, told | {"when-pickoff": "never"}).status_code == 302
    wrong = phone.post(url, told | {"when-stealing": "never", "when-bunt": "maybe", "third": "on"})
    assert (wrong.status_code, b"unknown-when" in wrong.content) == (422, True)
    # What was chosen stays to be sent again.
    shown = wrong.content.decode().split(f'id="when-{side}-stealing"')[1]
    assert 'value="never" selected' in shown.split("</select>")[0]
    assert "checked" in shown.split(f'id="third-{side}"')[1].split(">")[0]
    assert phone.post(url, told | {"side": "x"}).status_code == 422
    assert phone.post(url, {"act": "on", "after": "0", "until": "dawn"}).status_code == 422


@pytest.mark.parametrize("key", ["poker-dice", "purestrat"])
def test_the_house_manages_for_others_where_they_let_it(key):
    series = series_of(key)
    url = f"/series/{series.pk}/games/1/score/"
    here, away = people_of(series)
    mine, theirs = 0, "home_managed"
    start = {"act": "start", "dice": "server", "away_managed": "on", "home_managed": "on"}
    html = browser(here).get(url).content.decode()
    assert f'name="{theirs}"' not in html
    assert "have not said that the house may manage for them" in html
    refused = browser(here).post(url, start)
    assert (refused.status_code, b"house-not-allowed" in refused.content) == (422, True)
    assert not Game.objects.exists()
    # Nobody says it for another club.
    sent = {"act": "house", "side": 1 - mine, "allowed": "yes"}
    assert browser(here).post(url, sent).status_code == 422
    assert browser(away).post(url, sent).status_code == 302
    assert f'name="{theirs}"' in browser(here).get(url).content.decode()
    # What else he wants to be asked is as he has not said it.
    assert browser(here).post(url, start).status_code == 302
    assert Game.objects.get().status == Game.Status.IN_PROGRESS


def test_orders_said_later_leave_it_that_the_house_may_manage():
    series = series_of("poker-dice")
    away, _ = people_of(series)
    url, side = f"/series/{series.pk}/games/1/score/", 0
    browser(away).post(url, {"act": "house", "side": side, "allowed": "yes"})
    game = started(series, dice=SERVER_DICE)
    orders(game, side)
    assert house_allowed(series) == {series.sides(1)[side]}
    browser(away).post(url, {"act": "house", "side": side, "allowed": "no"})
    assert not house_allowed(series)


def people_of(series):
    """A manager of each club, in the order of the first game."""
    event = series.fixture.round.stage.tournament
    numbers = {one.team_id: one.number for one in event.entrants.all()}
    return [manager(event, numbers[team], f"Manager {team}") for team in series.sides(1)]
