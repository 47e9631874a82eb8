"""The back office: results are looked at, and games are played through the service."""

import pytest
from zeal import zeal_ignore

from config.journal.models import Action
from games.models import Game
from games.services.playing import play_series
from games.services.rewinding import void_game
from tests.builders import browser, person
from tests.games.builders import a_series, started
from tests.games.seriesday.builders import a_day, claim
from tests.markup import even

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return browser(person("Staff", is_staff=True, is_superuser=True))


def test_results_are_read_only(staff):
    game = started(a_series(), "concede=home")
    for model, pk in (("game", game.pk), ("series", game.series_id)):
        url = f"/admin/games/{model}/{pk}/"
        assert staff.get(f"{url}change/").status_code == 200
        assert staff.post(f"{url}change/", {"home_runs": "99"}).status_code == 403
        assert staff.post(f"{url}delete/", {"post": "yes"}).status_code == 403
        assert staff.get(f"/admin/games/{model}/add/").status_code == 403
    game.refresh_from_db()
    assert game.home_runs == 0


def test_unplayed_games_are_simulated_by_the_service(staff):
    one, other = a_series(length=2), a_series(length=2)
    started(other, "1")
    answer = staff.post(
        "/admin/games/series/",
        {
            "action": "simulate_unplayed_games",
            "_selected_action": [one.pk, other.pk],
            "confirmed": "yes",
        },
        follow=True,
    )
    html = answer.content.decode()
    assert "Games played: 2." in html
    assert "is being played; finish it first." in html
    assert Game.objects.filter(series=one, status="final").count() == 2
    assert Action.objects.get(code="series-simulated").actor is not None


def test_lists_take_as_many_queries_for_ten_as_for_one(staff, django_assert_max_num_queries):
    for _ in range(10):
        started(a_series(), "1")
    for model in ("game", "series"):
        with django_assert_max_num_queries(12):
            assert staff.get(f"/admin/games/{model}/").status_code == 200


def test_a_game_goes_off_the_books_after_its_consequences_were_told_and_with_a_reason(staff):
    day = a_day()
    day.report(day.director, claim())
    game = day.game()
    sent = {"action": "take_off_the_books", "_selected_action": [game.pk]}
    asked = staff.post("/admin/games/game/", sent).content.decode()
    assert "Result: 4-2 → none" in asked
    assert day.game().status == Game.Status.FINAL
    nothing = staff.post("/admin/games/game/", {**sent, "confirmed": "yes"}, follow=True)
    assert "reason-missing" in nothing.content.decode() or "Say why" in nothing.content.decode()
    staff.post("/admin/games/game/", {**sent, "confirmed": "yes", "reason": "the wrong table"})
    game.refresh_from_db()
    assert game.status == Game.Status.VOID
    assert Action.objects.get(code="game-voided").new["reason"] == "the wrong table"


def test_it_is_said_beforehand_which_series_are_left_alone(staff):
    one, other, done = a_series(length=2), a_series(length=2), a_series(length=2)
    started(other, "1")
    play_series(series_ids=[done.pk], acting_user=None)
    chosen = {"_selected_action": [one.pk, other.pk, done.pk]}
    asked = staff.post("/admin/games/series/", {**chosen, "action": "simulate_unplayed_games"})
    lines = asked.content.decode()
    assert "2 of 2 games are played by the house" in lines
    assert "it is left alone. Game 1 of" in lines
    assert "it is complete, and nothing of it is played." in lines
    asked = staff.post("/admin/games/series/", {**chosen, "action": "suspend_games_under_way"})
    lines = asked.content.decode()
    assert lines.count("game 1 stands as it is, and is resumed later.") == 1
    assert lines.count("no game of it is being recorded, and nothing is done.") == 2


def test_a_game_that_is_off_the_books_already_does_not_keep_others_from_it(staff):
    one, other = started(a_series(), "1"), started(a_series(), "1")
    void_game(game_id=one.pk, reason="by mistake", acting_user=None)
    sent = {"action": "take_off_the_books", "_selected_action": [one.pk, other.pk]}
    with zeal_ignore():
        asked = staff.post("/admin/games/game/", sent).content.decode()
    assert "nothing is done. This game was taken off the books" in asked
    assert "State: In progress → Void" in asked
    sent |= {"confirmed": "yes", "reason": "the wrong table"}
    with zeal_ignore():
        staff.post("/admin/games/game/", sent)
        # Sent once more it does nothing, and says so.
        again = staff.post("/admin/games/game/", sent, follow=True).content.decode()
    assert "was taken off the books" in again
    assert Action.objects.filter(code="game-voided").count() == 2


@pytest.mark.parametrize("more", [{}, {"confirmed": "yes"}])
def test_what_is_gone_since_it_was_chosen_leads_back_to_the_list(staff, more):
    sent = {"action": "simulate_unplayed_games", "_selected_action": [999_999], **more}
    answer = staff.post("/admin/games/series/?q=a", sent)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/games/series/?q=a")
    assert "Nothing of what you chose" in staff.get("/admin/games/series/").content.decode()


def test_the_head_of_a_list_does_not_call_its_page_everything(staff):
    started(a_series(), "1")
    page = even(staff.get("/admin/games/game/?q=nobody").content.decode())
    assert "Show all" not in page
    assert "0 games" in page
