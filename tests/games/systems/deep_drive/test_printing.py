"""What is printed of Deep Drive: cards of squads and of sets, park cards, charts, score sheets."""

import pytest

from rosters.models import Ballpark, Card, Squad
from tests.builders import browser, director_of, person
from tests.games.systems.deep_drive.events import an_event
from tests.markup import even
from tests.rosters.builders import a_purestrat_set

pytestmark = pytest.mark.django_db


@pytest.mark.rule("DD-122")
def test_a_squads_cards_are_printed_nine_to_a_sheet_with_its_park_behind_them() -> None:
    event = an_event(3)
    squad = Squad.objects.filter(event__key=event.scope).select_related("team__ballpark").first()
    address = f"/deep-drive/print/squads/{squad.pk}/"
    page = browser().get(address)
    html = even(page.content.decode())
    assert [len(each) for each in page.context["sheets"]] == [9, 9, 8]
    for spot in squad.spots.select_related("card"):
        assert spot.card.name in html
    assert squad.team.ballpark.name in html
    assert "dd-sheet dd-a4" in html
    assert "deep_drive/paper-a4" in html
    letter = browser().get(f"{address}?paper=letter").content.decode()
    assert "dd-sheet dd-letter" in letter
    assert "dd-sheet dd-a4" in browser().get(f"{address}?paper=moon").content.decode()
    # The club's page leads there.
    plan = browser(director_of(event)).get(f"/squads/{squad.pk}/").content.decode()
    assert address in plan


def test_strangers_print_nothing_of_a_private_event_and_no_other_games_cards() -> None:
    event = an_event(3, visibility="private")
    squad = Squad.objects.filter(event__key=event.scope).first()
    address = f"/deep-drive/print/squads/{squad.pk}/"
    for visitor in (None, person("Stranger")):
        assert browser(visitor).get(address).status_code == 404
    assert browser(director_of(event)).get(address).status_code == 200
    assert browser().get(f"/deep-drive/print/sets/{a_purestrat_set().slug}/").status_code == 404
    assert browser().get("/deep-drive/print/squads/999999999/").status_code == 404
    assert browser().get("/deep-drive/print/parks/999999999/").status_code == 404


def test_a_whole_set_is_printed_ten_sheets_at_once() -> None:
    event = an_event(3)
    address = f"/deep-drive/print/sets/{event.card_set.slug}/"
    seen = 0
    for number in range(1, 9):
        page = browser().get(f"{address}?page={number}&paper=letter")
        assert page.status_code == 200
        if page.context["page"].number != number:
            break
        seen += sum(len(each) for each in page.context["sheets"])
        assert len(page.context["sheets"]) <= 10
    assert seen == Card.objects.filter(card_set=event.card_set).count()
    pool = browser().get(f"/cards/{event.card_set.slug}/", follow=True).content.decode()
    assert address in pool


@pytest.mark.rule("DD-029")
def test_a_park_card_a_score_sheet_and_charts_are_printed() -> None:
    park = Ballpark.objects.order_by("pk").first()
    html = even(browser().get(f"/deep-drive/print/parks/{park.pk}/").content.decode())
    assert park.name in html
    for number, face in enumerate(park.faces.split()):
        assert f'<th scope="row">{number}</th><td>{face}</td>' in html
    score = browser().get("/deep-drive/print/score/?paper=letter").content.decode()
    assert score.count('class="table hh-table dd-score"') == 4
    assert "deep_drive/score-letter" in score
    charts = browser().get("/deep-drive/charts/0/").content.decode()
    assert "Choice Chart" in charts
    assert "Defense Chart: what comes of it, ours" in charts
