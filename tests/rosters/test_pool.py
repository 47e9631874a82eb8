"""The pool of a card set: filters, sorts, the law in SQL and in Python, and the spreadsheet."""

import csv
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.refusals import Refused
from config.ui.numbers import NOTHING
from rosters.makers.base import maker
from rosters.models import Card, CardSet, Source
from rosters.presenters.figures import Sheet
from rosters.presenters.systems import presenter_of
from rosters.selectors.pool import PoolView, clubs_of, figures_of, pool, sorts_of
from rosters.selectors.prospects import prospects
from rosters.selectors.standing import ELIGIBLE, standing
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.services.importing import store_fictional_league
from rosters.sources.known import FICTIONAL_YEAR
from tests.rosters.builders import (
    a_card_set,
    a_purestrat_set,
    a_source,
    batted,
    hitter_row,
    person_facts,
    pitched,
    pitcher_row,
)

pytestmark = [
    pytest.mark.servers("search"),
    pytest.mark.django_db,
    # The site streams to an event loop; the test's client is none.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume"),
]


@pytest.fixture
def league(db) -> CardSet:
    """The cards of the fictional league."""
    store_fictional_league(acting_user=None)
    return make_card_set(
        name="Fictional",
        system_key="commons",
        source=Source.objects.get(),
        years=[FICTIONAL_YEAR],
        acting_user=None,
    )


def keys(card_set: CardSet, **asked: str) -> list[str]:
    return [card.key for card in pool(card_set, PoolView(**asked))]


def lines_of(answer) -> list[dict[str, str]]:
    """A spreadsheet as a browser gets it."""
    return list(csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig"))))


def entered(*rows) -> CardSet:
    return enter_card_set(name="Mine", system_key="commons", rows=rows, acting_user=None)


def test_a_pool_is_narrowed_by_everything_the_filter_offers():
    card_set = entered(
        hitter_row("a", "Ann O'Dell", teams=("BOS", "NYA"), positions=("cf", "lf")),
        hitter_row("b", "Bo Diddley", bats="B", teams=("NYA",), positions=("c",)),
        hitter_row("c", "Cy Dell", bats="L", throws="L", positions=("1b",), cells={"rank": "9"}),
        pitcher_row("d", "Di Fence", throws="R", teams=("Łódź",)),
    )
    for asked, found in (
        ({}, "abcd"),
        ({"q": "dell"}, "ac"),
        ({"q": "dell cy"}, "c"),
        ({"kind": "pitcher"}, "d"),
        ({"position": "c"}, "b"),
        ({"position": "lf"}, "a"),
        ({"bats": "B"}, "b"),
        ({"throws": "L"}, "c"),
        ({"club": "NYA"}, "ab"),
        ({"club": "Łódź"}, "d"),
        ({"club": "NY"}, ""),
        ({"rating": "9"}, "c"),
        ({"rating": "5"}, "abc"),
        ({"club": "NYA", "position": "c", "bats": "B"}, "b"),
    ):
        assert sorted(keys(card_set, **asked)) == list(found), asked
    assert [club.key for club in clubs_of(card_set)] == ["BOS", "NYA", "Łódź"]


def test_what_a_pool_does_not_know_is_refused_all_at_once():
    card_set = a_card_set()
    with pytest.raises(Refused) as refused:
        pool(card_set, PoolView(kind="umpire", bats="X", sort="-sb"))
    assert [(found.code, found.place) for found in refused.value.refusals] == [
        ("unknown-filter", "kind"),
        ("unknown-filter", "bats"),
        ("unknown-sort", "sort"),
    ]
    assert pool(card_set, PoolView(kind="hitter", sort="-hr")).count() == 1


@pytest.fixture
def purestrat(db) -> CardSet:
    """Purestrat cards of some clubs of the fictional league, typed in."""
    return a_purestrat_set()


@pytest.mark.parametrize(
    ("kind", "key", "column"),
    [("hitter", "run", "run"), ("pitcher", "start", "starter"), ("pitcher", "hold", "hold")],
)
def test_ratings_of_purestrat_cards_are_sorted_by(purestrat, kind, key, column):
    for sign in ("", "-"):
        cards = list(pool(purestrat, PoolView(kind=kind, sort=sign + key)))
        cells = [int(card.cells[column]) for card in cards if card.cells[column]]
        assert len(set(cells)) > 1
        assert cells == sorted(cells, reverse=bool(sign))
        # Who has no such rating comes last.
        assert all(not card.cells[column] for card in cards[len(cells) :])


def test_purestrat_cards_are_filtered_by_fielding_range_and_closers(purestrat):
    cards = list(purestrat.cards.all())
    for worst in (1, 2, 3):
        able = {
            card.key
            for card in cards
            if card.kind == "hitter"
            for word in card.cells["field"].split()
            if word.startswith("ss-") and int(word[3]) <= worst
        }
        assert set(keys(purestrat, rating=f"ss-{worst}")) == able
    assert able
    closers = set(keys(purestrat, rating="closer"))
    assert closers == {
        card.key
        for card in cards
        if "/" in card.cells["relief"] and not card.cells["relief"].endswith("/N")
    }
    assert 0 < len(closers) < len(cards)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["hitter", "pitcher"])
def test_every_sort_gives_the_order_of_the_figures_that_are_shown(league, kind):
    figures = {figure.key: figure for figure in figures_of(league, kind)}
    for key in sorts_of(league, kind):
        for sign in ("", "-"):
            cards = pool(league, PoolView(kind=kind, sort=sign + key)).select_related("season")
            if key in figures:
                shown = [figures[key].read(Sheet(card)) for card in cards]
            else:
                shown = [getattr(card, key) for card in cards]
            known = [value for value in shown if value is not None]
            assert shown == known + [None] * (len(shown) - len(known)), key
            close = [round(value, 9) if isinstance(value, float) else value for value in known]
            assert close == sorted(close, reverse=bool(sign)), sign + key
            assert len(set(known)) > 1 or key == "year"


@pytest.mark.long
@pytest.mark.rule("T10.11a", "T10.11b", "T10.2a", "T10.2b")
def test_t10_the_query_and_the_law_agree_on_every_card(league):
    made_by = maker("commons")
    able = {"hitter": "Hitter", "catcher": "Catcher", "starter": "Starter", "reliever": "Reliever"}
    cards = list(Card.objects.filter(card_set=league).select_related("season"))
    judged = {card.key: standing(card, made_by) for card in cards}
    for asked in ELIGIBLE:
        found = set(keys(league, eligible=asked))
        if asked in ("yes", "no"):
            law = {key for key, one in judged.items() if bool(one.able) == (asked == "yes")}
        else:
            words = {able[asked], "Catcher"} if asked == "hitter" else {able[asked]}
            law = {key for key, one in judged.items() if words & set(one.able)}
        assert found == law
        assert 0 < len(found) < len(cards)


@pytest.mark.rule("T10.11a", "T10.11b", "T10.2a", "T10.2b")
def test_t10_at_the_very_edge_of_the_law(client):
    made = make_card_set(
        name="Edge",
        system_key="commons",
        source=a_source(
            (person_facts("just"), batted(250, 50, hits=70)),
            (person_facts("short"), batted(250, 49, hits=70)),
            (person_facts("backstop"), batted(240, 10, hits=60, positions=("1b", "c"))),
            (person_facts("starter", throws="L"), pitched(375, starts=20)),
            (person_facts("spare"), pitched(374, starts=30)),
            (person_facts("closer"), pitched(120, starts=0)),
            (person_facts("mopup"), pitched(119, starts=0)),
        ),
        years=[1986],
        acting_user=None,
    )

    def able(asked: str) -> list[str]:
        return [key.removesuffix("-1986") for key in sorted(keys(made, eligible=asked))]

    assert able("hitter") == ["backstop", "just"]
    assert able("catcher") == ["backstop"]
    assert able("starter") == ["starter"]
    assert able("reliever") == ["closer", "starter"]
    assert able("no") == ["mopup", "short", "spare"]
    spreadsheet = "".join(part.decode() for part in client.get("/cards/edge/pool.csv"))
    assert "250 at-bats and 49 walks, 299 together; a hitter needs 300." in spreadsheet
    # Decks have a law of their own: their pool neither asks nor says who is eligible.
    assert "AB+BB" not in client.get("/cards/edge/?eligible=no").content.decode()


def test_a_card_without_a_season_is_not_judged(client):
    card_set = a_card_set()
    for asked in ELIGIBLE:
        assert keys(card_set, eligible=asked) == []
    judged_by_law = a_purestrat_set()
    page = client.get(f"/cards/{judged_by_law.slug}/").content.decode()
    assert "No season to judge by" in page


@pytest.mark.long
def test_the_page_takes_the_same_queries_however_many_cards_it_shows(client, league):
    def queries(url: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(url).status_code == 200
        return len(asked)

    queries("/cards/fictional/")
    one = queries("/cards/fictional/?q=a&position=c&club=Amberg")
    assert queries("/cards/fictional/") == one
    assert queries("/cards/fictional/?kind=pitcher&sort=-k&page=3") == one
    assert one <= 8


def test_the_address_carries_the_whole_view(client, league):
    page = client.get("/cards/fictional/?kind=hitter&sort=-hr&q=an&bats=L&page=2")
    assert page.context["view"] == PoolView(q="an", kind="hitter", bats="L", sort="-hr")
    # Another sort keeps the filters; whatever makes no sense is not asked.
    assert 'href="/cards/fictional/?kind=hitter&amp;q=an&amp;bats=L&amp;sort=-avg"' in (
        page.content.decode()
    )
    page = client.get("/cards/fictional/?kind=umpire&sort=-sb&bats=Q&page=99")
    assert page.context["view"] == PoolView()
    assert page.context["page"].number == page.context["page"].paginator.num_pages


@pytest.mark.long
def test_up_to_four_cards_are_picked_in_the_address(client, league):
    cards = list(league.cards.order_by("-value")[:6])
    page = client.get("/cards/fictional/")
    rows = {row.card.key: url for row, url, _ in page.context["rows"]}
    for card in cards[:4]:
        page = client.get(rows[card.key])
        rows = {row.card.key: url for row, url, _ in page.context["rows"]}
    assert [card for card, _ in page.context["tray"].picked] == cards[:4]
    assert rows[cards[4].key] == ""
    page = client.get(rows[cards[0].key])
    assert [card for card, _ in page.context["tray"].picked] == cards[1:4]


@pytest.mark.long
def test_the_spreadsheet_is_the_view_on_all_its_pages(client, league):
    query = "?kind=hitter&sort=-hr&position=ss"
    answer = client.get(f"/cards/fictional/pool.csv{query}")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="fictional.csv"' in answer["Content-Disposition"]
    lines = lines_of(answer)
    assert [line["key"] for line in lines] == keys(league, kind="hitter", sort="-hr", position="ss")
    assert len(lines) > 10
    runs = [int(line["hr"]) for line in lines]
    assert runs == sorted(runs, reverse=True)
    best = pool(league, PoolView(kind="hitter")).get(key=lines[0]["key"])
    assert best.season is not None
    assert best.season.batting is not None
    assert runs[0] == best.season.batting["home_runs"]
    assert lines[0]["home_run"] == best.cells["home_run"]
    assert lines[0]["eligible"] in ("Hitter", "Catcher")


def test_the_spreadsheet_holds_no_formula(client):
    entered(
        hitter_row('=HYPERLINK("http://x")', "+1", teams=("@SUM(A1)",), positions=("-2",)),
        pitcher_row("fine", "Plain Name"),
    )
    answer = client.get("/cards/mine/pool.csv?sort=name")
    lines = {line["name"]: line for line in lines_of(answer)}
    bad = lines["'+1"]
    assert bad["key"] == '\'=HYPERLINK("http://x")'
    assert (bad["club"], bad["clubs"], bad["positions"]) == ("'@SUM(A1)", "'@SUM(A1)", "'-2")
    fine = lines["Plain Name"]
    assert (fine["single"], fine["out_left"]) == ("", "5555")
    assert float(fine["value"]) == round(Card.objects.get(key="fine").value, 1)


def test_what_is_not_there_is_not_found(client):
    a_card_set()
    assert client.get("/cards/nothing/").status_code == 404
    assert client.get("/cards/nothing/pool.csv").status_code == 404
    assert client.get("/cards/house-cards/nobody/").status_code == 404
    assert client.get("/cards/house-cards/slugger/").status_code == 200


def test_a_card_may_have_any_key(client):
    for key in ("a/b c", "Ño.1", "=1+1", "pool.csv"):
        CardSet.objects.all().delete()
        entered(hitter_row(key))
        page = client.get("/cards/mine/")
        assert client.get(page.context["rows"][0][0].url).context["card"].key == key


@pytest.mark.long
def test_value_over_replacement_lifts_the_scarce_positions(client, league):
    """T10.11: who may not be drafted has none; a catcher stands higher than by his bat alone."""
    cards = {card.key: card for card in league.cards.select_related("season")}
    # A Commons card is judged by what it shows (CB-114), whatever its player has played.
    able = {player.name for player in prospects(league)}
    known = {key for key, card in cards.items() if card.over_replacement is not None}
    # A hitter without any position may be drafted and yet fills no need.
    assert {cards[key].name for key in known} <= able
    assert len(known) > 0.95 * len(able)

    def rank(card, sort):
        return [key for key in keys(league, kind="hitter", sort=sort) if key in known].index(card)

    best_catcher = keys(league, kind="hitter", position="c", eligible="catcher")[0]
    assert rank(best_catcher, "-vor") < rank(best_catcher, "-value")
    first = keys(league, sort="-vor")[0]
    rows = lines_of(client.get(f"/cards/{league.slug}/pool.csv?sort=-vor"))
    assert rows[0]["key"] == first
    assert float(rows[0]["vor"]) == pytest.approx(cards[first].over_replacement, abs=1e-3)
    assert rows[-1]["vor"] == ""
    page = client.get(f"/cards/{league.slug}/?sort=-vor").content.decode()
    assert "Value over replacement" in page


def test_a_set_too_small_for_a_draft_has_no_replacement():
    assert [card.over_replacement for card in entered(hitter_row("a")).cards.all()] == [None]


@pytest.mark.long
def test_a_set_from_before_is_weighed_by_the_command(league, capsys):
    before = dict(league.cards.values_list("key", "over_replacement"))
    league.cards.update(over_replacement=None)
    call_command("cards", "weigh", league.slug)
    assert dict(league.cards.values_list("key", "over_replacement")) == before
    assert "over or under replacement" in capsys.readouterr().out
    with pytest.raises(CommandError):
        call_command("cards", "weigh", "no-such-set")


@pytest.mark.long
def test_everybody_has_the_figures_of_his_own_kind_and_none_of_the_other(client, league):
    page = client.get("/cards/fictional/")
    assert [head.key for head in page.context["heads"]][3:] == [
        "vor",
        *(figure.key for figure in presenter_of("commons").figures),
        "avg",
        "hr",
        "ip",
        "era",
    ]
    places = {head.key: at for at, head in enumerate(page.context["heads"][3:])}
    kinds = set()
    for row, _, _ in page.context["rows"]:
        kinds.add(row.card.kind)
        theirs, others = ("avg", "era") if row.card.kind == "hitter" else ("era", "avg")
        assert row.figures[places[theirs]] != NOTHING
        assert row.figures[places[others]] == NOTHING
    assert kinds == {"hitter", "pitcher"}
    by_era = list(pool(league, PoolView(sort="era")).select_related("season"))
    read = next(figure.read for figure in figures_of(league, "") if figure.key == "era")
    values = [read(Sheet(card)) for card in by_era]
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    # Whoever has none comes last, and no hitter has one.
    assert set(values[len(known) :]) == {None}
    assert {card.kind for card in by_era[: len(known)]} == {"pitcher"}


@pytest.mark.long
def test_the_spreadsheet_of_everybody_has_both_kinds_figures_and_no_code(client, league, purestrat):
    lines = lines_of(client.get("/cards/fictional/pool.csv"))
    hitter = next(line for line in lines if line["kind"] == "hitter" and int(line["ab"] or 0) > 100)
    assert (hitter["era"], 0 < float(hitter["avg"]) < 1) == ("", True)
    pitcher = next(line for line in lines if line["kind"] == "pitcher" and line["era"])
    assert pitcher["avg"] == ""
    assert {"ab", "obp", "slg", "sb", "so", "gs", "sv", "walks"} <= set(hitter)
    cards = lines_of(client.get(f"/cards/{purestrat.slug}/pool.csv"))
    assert "run" in cards[0]
    assert not any("|" in (cell or "") for line in cards for cell in line.values())


@pytest.mark.long
def test_the_api_gives_the_columns_of_the_pool(client, league):
    found = client.get("/api/v1/card-sets/fictional/cards/?kind=hitter&sort=-avg").json()["results"]
    best = pool(league, PoolView(kind="hitter", sort="-avg")).select_related("season")[0]
    assert found[0]["figures"]["avg"] == pytest.approx(Sheet(best).batting.average)
    assert "era" not in found[0]["figures"]
