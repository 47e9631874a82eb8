"""The back office: results are looked at, and games are played through the service."""

import pytest

from config.journal.models import Action
from games.models import Game
from tests.builders import browser, person
from tests.games.builders import a_series, started
from tests.games.seriesday.builders import a_day, claim

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
