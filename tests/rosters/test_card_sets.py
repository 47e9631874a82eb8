import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.lines import clean_line
from config.refusals import Refused
from games.systems.commons.maker import CommonsMaker
from games.systems.commons.play.cards import write_threshold
from rosters.makers.base import HITTER, PITCHER, CardRow
from rosters.makers.files import read_csv, read_json, write_csv, write_json
from rosters.models import Card, CardSet, Source
from rosters.selectors.card_sets import rows_of
from rosters.selectors.subjects import seasons_for, subject_of
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.services.importing import store_fictional_league
from rosters.sources.known import FICTIONAL_YEAR
from tests.rosters.builders import hitter_row

MAKER = CommonsMaker()

thresholds = st.one_of(st.none(), st.integers(0, 1295)).map(write_threshold)
words = st.text(
    st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp"), blacklist_characters=";"),
    min_size=1,
    max_size=20,
).filter(lambda word: word and word == clean_line(word))
keys = words.filter(lambda word: not {"", ".", ".."} & set(word.split("/")))


@st.composite
def card_rows(draw):
    kind = draw(st.sampled_from([HITTER, PITCHER]))
    cells = dict.fromkeys(MAKER.columns, "")
    teams = tuple(draw(st.lists(words, max_size=3)))
    if kind == HITTER:
        rising = sorted(draw(st.lists(st.integers(0, 1295), min_size=4, max_size=4)))
        names = ("single", "double", "triple", "home_run")
        cells |= dict(zip(names, map(write_threshold, rising), strict=True))
        # A card of one team is no pinch hitter's (CB-113).
        marks = ["", "pinch"] if len(teams) != 1 else [""]
        cells |= {"steal": draw(thresholds), "special": draw(st.sampled_from(marks))}
    else:
        cells |= {"walk": draw(st.integers(1, 300).map(write_threshold)), "out_left": "5555"}
    return CardRow(
        key=draw(keys),
        name=draw(words),
        year=draw(st.integers(1871, 2030)),
        teams=teams,
        kind=kind,
        bats=draw(st.sampled_from(["", "L", "R", "B"])),
        throws=draw(st.sampled_from(["L", "R", "S"])),
        positions=tuple(draw(st.lists(st.sampled_from(["c", "1b", "ss", "lf"]), max_size=3))),
        cells=cells | {"rank": str(draw(st.integers(1, 10)))},
    )


@given(st.lists(card_rows(), min_size=1, max_size=5, unique_by=lambda row: row.key))
@settings(max_examples=60)
def test_reading_what_was_written_gives_the_same_cards(rows):
    assert read_csv(write_csv(rows, MAKER), MAKER) == rows
    assert read_json(write_json(rows), MAKER) == rows


def test_every_fault_of_a_file_is_named_by_its_place():
    header = ",".join(
        ["key", "name", "year", "teams", "kind", "bats", "throws", "positions"]
        + [column for column in MAKER.columns if column not in MAKER.optional_columns]
    )
    good = "a,A,1986,X,hitter,R,R,ss,5143,6262,6534,6542,5516,-,-,-,-,-,10,"
    text = "\n".join([header, good, good, good.replace("a,A,1986", "b,B,then"), ""])
    with pytest.raises(Refused) as refused:
        read_csv(text, MAKER)
    assert [(found.code, found.place) for found in refused.value.refusals] == [
        ("card-twice", "line 3:key"),
        ("not-a-year", "line 4:year"),
    ]
    for text, code in (
        (f"{header}\n{good},1\n", "row-width"),
        (f"{header}\n", "no-cards"),
        (f"{header.replace('rank', 'rang')}\n{good}\n", "column-missing"),
    ):
        with pytest.raises(Refused) as refused:
            read_csv(text, MAKER)
        assert refused.value.code == code
    for text, code in (("{", "not-json"), ("{}", "not-a-list"), ('[{"key": 1}]', "not-a-card")):
        with pytest.raises(Refused) as refused:
            read_json(text, MAKER)
        assert refused.value.code == code


@pytest.mark.long
@pytest.mark.django_db
def test_a_set_is_made_from_seasons_exported_and_entered_again():
    store_fictional_league(acting_user=None)
    source = Source.objects.get()
    made = make_card_set(
        name="First cards",
        system_key="commons",
        source=source,
        years=[FICTIONAL_YEAR],
        acting_user=None,
    )
    # A card for whoever pitched, and one for whoever batted.
    seasons = [subject_of(each).season for each in seasons_for(source, [FICTIONAL_YEAR])]
    pitched = sum(bool(each.pitching and each.pitching.outs) for each in seasons)
    batted = sum(bool(each.batting and each.batting.at_bats) for each in seasons)
    assert made.cards.count() == pitched + batted > len(seasons)
    assert made.maker_version == MAKER.version
    rows = rows_of(made)
    entered = enter_card_set(
        name="Second cards",
        system_key="commons",
        rows=read_csv(write_csv(rows, MAKER), MAKER),
        acting_user=None,
    )
    assert rows_of(entered) == rows
    assert entered.maker_version is None
    values = Card.objects.order_by("key").values_list("value", flat=True)
    assert list(values.filter(card_set=made)) == list(values.filter(card_set=entered))


@pytest.mark.django_db
def test_a_refused_set_leaves_nothing_behind():
    source = Source.objects.create(key="x", name="X", kind=Source.Kind.IMPORTED)
    row = CardRow(
        "a", "A", 1986, (), HITTER, "R", "R", (), dict.fromkeys(MAKER.columns, "") | {"rank": "5"}
    )
    for made, code in (
        (
            lambda: make_card_set(
                name="A", system_key="chess", source=source, years=[1], acting_user=None
            ),
            "no-card-maker",
        ),
        (
            lambda: make_card_set(
                name="A", system_key="commons", source=source, years=[1], acting_user=None
            ),
            "no-seasons",
        ),
        (
            lambda: enter_card_set(name=" ", system_key="commons", rows=[row], acting_user=None),
            "card-set-name",
        ),
    ):
        with pytest.raises(Refused) as refused:
            made()
        assert refused.value.code == code
    enter_card_set(name="Mine", system_key="commons", rows=[row], acting_user=None)
    with pytest.raises(Refused) as refused:
        enter_card_set(name="mine", system_key="commons", rows=[row], acting_user=None)
    assert refused.value.code == "card-set-name-taken"
    assert CardSet.objects.count() == Card.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "card-set-name"),
        (" - ", "card-set-name"),
        ("x" * 81, "card-set-name"),
        ("there ALREADY", "card-set-name-taken"),
    ],
)
def test_a_card_set_has_a_name_of_its_own(name, code):
    given = {"system_key": "commons", "rows": [hitter_row("slugger")], "acting_user": None}
    enter_card_set(name="There already", **given)
    with pytest.raises(Refused) as refused:
        enter_card_set(name=name, **given)
    assert [(each.code, each.place) for each in refused.value.refusals] == [(code, "name")]
    assert CardSet.objects.get().name == "There already"
