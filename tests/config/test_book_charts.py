"""Charts of the book tell a listener what they show, and take whatever they are given."""

from xml.etree import ElementTree

from config.ui.book_charts import bar_chart, spray_chart, trend_chart


def three(value: float) -> str:
    return f"{value:.3f}"


def story(drawn: str) -> str:
    root = ElementTree.fromstring(drawn)
    title, told = root[0], root[1]
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    assert "style" not in drawn
    assert "<script" not in drawn
    return told.text or ""


def test_a_course_says_where_it_begins_ends_and_how_far_it_goes():
    drawn = trend_chart(
        [0.5, 1.25, 0.75], ident="a", title="OPS <1>", said=three, level=0.7, level_said="All:"
    )
    assert story(drawn) == "From 0.500 to 0.750; between 0.500 and 1.250."
    assert "All: 0.700" in drawn
    assert "<1>" not in drawn
    assert story(trend_chart([0.0], ident="a", title="ERA", said=three)).startswith("From 0.000")
    assert trend_chart([], ident="a", title="ERA", said=three) == ""


def test_bars_have_their_names_and_many_have_some():
    drawn = bar_chart([("0", 4), ("1", 2), ("2", 0)], ident="b", title="Runs", said=str)
    assert story(drawn) == "0: 4, 1: 2, 2: 0."
    assert drawn.count("<rect") == 3
    many = bar_chart([(str(n), n) for n in range(40)], ident="b", title="Runs", said=str)
    assert many.count("<rect") == 40
    assert many.count("<text") < 20
    assert bar_chart([], ident="b", title="Runs", said=str) == ""
    assert story(bar_chart([("0", 0)], ident="b", title="Runs", said=str)) == "0: 0."


def test_the_largest_circle_is_where_most_balls_went():
    drawn = spray_chart({8: (3, 1), 6: (0, 1), 12: (1, 1)}, ident="c", title="Balls")
    assert story(drawn) == "CF 4, of which 3 hits; SS 1, of which 0 hits."
    assert drawn.count("<circle") == 2
    assert drawn.index('r="34.0"') < drawn.index(">CF<")
    assert spray_chart({}, ident="c", title="Balls") == ""
