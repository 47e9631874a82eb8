"""However many games have been reported, what waits of them is found by itself."""

import pytest
from django.db import connection

from config.literal import Literal
from games.models import Game, Series
from games.seriesday.models import GameReport
from games.seriesday.notices import rulings
from games.seriesday.selectors.reports import reports_that_wait
from tests.builders import an_event_row, browser, director_of, league, person, result
from tests.work import counted

pytestmark = pytest.mark.django_db

SERIES, LENGTH = 3_000, 4

MOST_ROWS = 1_500
"""An eighth of the reports."""


@pytest.fixture
def told():
    """Very many games that were reported and confirmed, one whose report waits for an answer, and
    one of which two sides tell different results."""
    made = league(4)
    pattern, *games = (
        result(made, *pair, (3, 1), status=status)
        for pair, status in (
            ((1, 2), Game.Status.FINAL),
            ((1, 3), Game.Status.REPORTED),
            ((2, 3), Game.Status.REPORTED),
        )
    )
    usual = {"kind": "reported", "claim": {}, "told_by": director_of(made)}
    one = pattern.series
    an_event_row("elsewhere:1")
    series = Series.objects.bulk_create(
        (
            Series(
                home_id=one.home_id,
                away_id=one.away_id,
                system_key=one.system_key,
                settings={},
                length=LENGTH,
                home_pattern="H",
                seed=str(number),
                event_id="elsewhere:1",
                completed_at=pattern.finished_at,
            )
            for number in range(SERIES)
        ),
        1000,
    )
    many = Game.objects.bulk_create(
        (
            Game(
                series=each,
                number=number,
                home_id=one.home_id,
                away_id=one.away_id,
                status=Game.Status.FINAL,
                source=Game.Source.REPORTED,
                reason="regulation",
                system_version=1,
                finished_at=pattern.finished_at,
            )
            for each in series
            for number in range(1, LENGTH + 1)
        ),
        1000,
    )
    state = GameReport.State
    GameReport.objects.bulk_create(
        (GameReport(game=game, version=1, state=state.CONFIRMED, **usual) for game in many), 1000
    )
    waits = [
        GameReport(game=game, version=version, state=said, team=game.home, **usual)
        for game, version, said in (
            (games[0], 1, state.OPEN),
            (games[1], 1, state.DISPUTED),
            (games[1], 2, state.DISPUTED),
        )
    ]
    GameReport.objects.bulk_create(waits)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return made, waits


@pytest.mark.servers("plans")
@pytest.mark.long
@pytest.mark.parametrize("narrowed", [{}, {"state": GameReport.State.DISPUTED}])
def test_what_waits_is_read_from_its_own_index(told, narrowed):
    rows = reports_that_wait().filter(**narrowed).order_by().values_list("pk", flat=True)
    plan = rows.explain()
    assert "seriesday_report_waits" in plan
    assert len(rows) == (2 if narrowed else 3)


@pytest.mark.long
def test_the_office_and_the_bell_read_what_waits_and_nothing_that_was_answered(told):
    made, (*_, last) = told
    scopes = [made.scope]
    for asked in (None, scopes, []):
        with counted() as work:
            found = [each.key for each in rulings(None, asked)]
        assert found == ([f"dispute:{last.game_id}"] if asked != [] else [])
        assert work.rows < MOST_ROWS
    for user, page in ((director_of(made), "/office/"), (person("S", is_staff=True), "/admin/")):
        client = browser(user)
        with counted() as work:
            answer = client.get(page)
        assert "The two sides tell different results." in answer.content.decode()
        assert work.rows < 2 * MOST_ROWS


def test_only_plain_words_are_written_into_a_statement():
    with pytest.raises(ValueError, match="no plain word"):
        list(GameReport.objects.filter(state=Literal("open' OR ''='")))
