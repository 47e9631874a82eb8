"""The seed of a game that goes on is nowhere to be seen: pages, files, log, back office."""

import pytest

from config.journal.models import Action
from games.services.rewinding import void_game
from games.services.scoring import add_entries, throw_dice
from tests.builders import browser, person
from tests.games.builders import league_series, started

pytestmark = pytest.mark.django_db


def everything_about(client, game) -> str:
    """Every page, part and file that tells of a game, as one text."""
    score = f"/series/{game.series_id}/games/{game.number}/score/"
    urls = [
        "/",
        f"/t/{game.series.fixture.round.stage.tournament.slug}/",
        f"/t/{game.series.fixture.round.stage.tournament.slug}/desk/",
        f"/series/{game.series_id}/",
        f"/games/{game.pk}/",
        f"/games/{game.pk}/transcript.txt",
        f"/games/{game.pk}/verify/",
        score,
        f"{score}?rewind=1",
        f"/admin/games/game/{game.pk}/change/",
        "/admin/games/game/",
        f"/admin/games/series/{game.series_id}/change/",
        "/admin/games/series/",
        "/admin/journal/action/",
    ]
    found = []
    for url in urls:
        answer = client.get(url)
        assert answer.status_code == 200, url
        found.append(answer.content.decode())
    part = client.get(score, headers={"HX-Request": "true"})
    found.append(part.content.decode() + str(part.headers))
    found.extend(str((action.old, action.new)) for action in Action.objects.all())
    return "\n".join(found)


@pytest.fixture
def staff():
    return browser(person("Staff", is_staff=True, is_superuser=True))


@pytest.mark.long
def test_the_seed_is_shown_when_the_game_is_over_and_not_before(staff):
    _, series = league_series()
    game = started(series, dice="server")
    assert game.seed not in everything_about(staff, game)
    game = throw_dice(game_id=game.pk, after=0, acting_user=None)
    told = everything_about(staff, game)
    assert game.seed not in told
    assert game.commitment in told
    game = add_entries(game_id=game.pk, after=1, entries=["suspend"], acting_user=None)
    assert game.seed not in everything_about(staff, game)
    game = add_entries(game_id=game.pk, after=2, entries=["concede=home"], acting_user=None)
    assert game.is_final
    for url in (
        f"/games/{game.pk}/",
        f"/games/{game.pk}/transcript.txt",
        f"/series/{game.series_id}/games/1/score/",
        f"/admin/games/game/{game.pk}/change/",
    ):
        assert game.seed in staff.get(url).content.decode(), url


def test_a_game_off_the_books_keeps_its_secret(staff):
    _, series = league_series()
    game = started(series, dice="server")
    void_game(game_id=game.pk, reason="Mistake", acting_user=None)
    assert game.seed not in staff.get(f"/games/{game.pk}/").content.decode()


def test_the_seed_of_a_series_is_not_shown_to_anybody(staff):
    _, series = league_series(seed="a-seed-of-the-whole-league")
    game = started(series)
    assert series.seed.startswith("a-seed-of-the-whole-league")
    assert "a-seed-of-the-whole-league" not in everything_about(staff, game)


@pytest.mark.parametrize(
    "query",
    [
        "seed__startswith=a",
        "seed=a",
        "series__seed__startswith=a",
        "seed__isnull=0",
    ],
)
def test_the_back_office_cannot_be_asked_for_a_seed_letter_by_letter(staff, query):
    for model in ("game", "series"):
        answer = staff.get(f"/admin/games/{model}/?{query}")
        assert answer.status_code in (302, 400), query


def test_the_back_office_can_be_asked_for_other_things(staff):
    assert staff.get("/admin/games/game/?status__exact=in-progress").status_code == 200
