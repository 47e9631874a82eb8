"""Who is left with the figures of his year, and what the house would take for which reason."""

import pytest

from rosters.drafts.services import listing
from rosters.makers.base import HITTER, PITCHER
from rosters.models import Card, PlayerSeason
from rosters.stats.lines import BattingLine
from rosters.stats.plain import plain_splits
from rosters.stats.seasons import Splits
from tests.builders import browser, person
from tests.markup import even
from tests.rosters.builders import a_source, batted, person_facts, pitched
from tests.rosters.drafts import opened, room_of, take
from tests.rosters.test_draft_pages import managing

pytestmark = pytest.mark.django_db

LINE = {"doubles": 20, "triples": 2, "stolen_bases": 9}


def with_seasons(draft) -> dict[str, Card]:
    """Two hitters and a pitcher of a draft's pool get seasons: of the hitters one was counted
    against left- and right-handers. Another hitter and pitcher hardly played."""
    seasons = [
        (person_facts("counted"), batted(500, hits=150, home_runs=20, **LINE)),
        (person_facts("guessed"), batted(500, hits=160, home_runs=10, **LINE)),
        (person_facts("hurler"), pitched(600, earned_runs=50, strikeouts=210, starts=28)),
        (person_facts("tried"), batted(3, hits=3)),
        (person_facts("called"), pitched(3, earned_runs=0)),
    ]
    source = a_source(*seasons)
    found = PlayerSeason.objects.filter(player__source=source).select_related("player")
    years = {each.player.key: each for each in found}
    split = Splits(BattingLine(at_bats=100, hits=45), BattingLine(at_bats=400, hits=105))
    years["counted"].batting_splits = plain_splits(split)
    years["counted"].save()
    hitters = list(draft.card_set.cards.filter(kind=HITTER).order_by("-value")[:3])
    pitchers = draft.card_set.cards.filter(kind=PITCHER).order_by("-value")[:2]
    keys = ("counted", "guessed", "tried", "hurler", "called")
    cards = dict(zip(keys, [*hitters, *pitchers], strict=True))
    for key, card in cards.items():
        card.season = years[key]
        card.save()
    return cards


@pytest.mark.long
def test_who_is_left_is_sorted_by_each_figure_at_bat_against_either_hand():
    draft, _ = opened()
    cards = with_seasons(draft)
    page = browser()
    asked = f"/api/v1/drafts/{draft.pk}/available/"

    def first(many=2, **view):
        return [each["id"] for each in page.get(asked, view).json()[:many]]

    counted, guessed, hurler = (cards[key].pk for key in ("counted", "guessed", "hurler"))
    assert first(sort="avg") == [guessed, counted]
    assert first(sort="avg", against="L") == [counted, guessed]
    assert first(sort="avg", against="R") == [guessed, counted]
    assert first(sort="hr")[0] == counted
    # Who came up three times does not lead, whatever he did then; he is behind those who did.
    assert first(sort="avg", many=3)[2] == cards["tried"].pk
    assert first(sort="era", many=2) == [hurler, cards["called"].pk]
    assert first(sort="era")[0] == hurler
    told = {each["id"]: each for each in page.get(asked, {"against": "L"}).json()}
    assert told[counted]["figures"]["avg"] == 0.45
    assert (told[counted]["estimated"], told[guessed]["estimated"]) == (False, True)
    pitched_so = {"ip": 600, "era": 2.25, "k": 210, "bb": 0, "hra": 0}
    assert told[hurler]["figures"] == told[hurler]["figures"] | pitched_so
    assert told[hurler]["figures"]["avg"] is None
    assert (told[hurler]["starts"], told[hurler]["relief"]) == (28, 2)
    # The same in print: what nobody counted is marked, and a wrong word asks for nothing.
    left = page.get(f"/drafts/{draft.pk}/available/", {"against": "L", "sort": "avg"})
    words = even(left.content.decode())
    assert "<dt>AVG</dt><dd>.450</dd>" in words
    assert "<dd>~." in words
    assert "28 starts, 2 in relief" in words
    assert "3.1 plate appearances" in words
    unsorted = even(page.get(f"/drafts/{draft.pk}/available/", {"sort": "hr"}).content.decode())
    assert "3.1 plate appearances" not in unsorted
    assert page.get(asked, {"sort": "luck"}).status_code == 400
    assert page.get(f"/drafts/{draft.pk}/available/", {"sort": "luck"}).status_code == 200


def test_the_house_says_what_it_would_take_and_why():
    draft, director = opened()
    manager, other = managing(draft, 2), managing(draft, 3)
    at, api = f"/drafts/{draft.pk}/advice/", f"/api/v1/drafts/{draft.pk}/advice/"
    said = browser(manager).get(api).json()
    room = room_of(draft)
    assert (said["slot"], said["why"]) == (2, "need")
    assert said["need"] in room.ranking.plan
    assert said["over"] >= max(each["over"] for each in said["others"]) - 30
    assert said["name"] in browser(manager).get(at).content.decode()
    # It is what the house takes when the turn is its own.
    take(draft, director)
    room = room_of(draft)
    turn = room.board.turn
    assert browser(manager).get(api).json()["card"] == room.choice(turn, turn.picks[0]).card

    # One's own queue goes first, and nobody else learns of it.
    least = min(
        (player for key, player in room.pool.players.items() if key not in room.board.cards),
        key=lambda player: player.value,
    )
    listing.queue(seat=draft.seats.get(slot=2), card=least.key, acting_user=manager)
    assert browser(manager).get(api).json()["why"] == "queue"
    assert least.name in browser(manager).get(at).content.decode()
    asked = {"slot": 2}
    assert browser(director).get(api, asked).json()["why"] == "need"
    assert least.name not in browser(director).get(at, asked).content.decode()
    for user in (other, person("Passer-by")):
        assert browser(user).get(at, asked).status_code == 404
        assert browser(user).get(api, asked).status_code == 404
    assert browser().get(at, asked).status_code == 302
    assert browser().get(api, asked).status_code in (401, 404)
    assert browser(director).get(api, {"slot": 9}).status_code == 404
