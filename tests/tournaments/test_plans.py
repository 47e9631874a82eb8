"""What a tournament and its clubs may be called and made of, to the very limit of it."""

from dataclasses import replace

import pytest

from rosters.rules.teams import LONGEST_BATTER, TeamPlan
from rosters.rules.tendencies import tendencies_of, tendency_problems
from tournaments.services.plans import LONGEST_SERIES, Format, TournamentPlan, club_problems

ACES = TeamPlan("Aces", "ACE")
NINE = tuple(f"Batter {number}" for number in range(1, 10))


def codes(problems) -> list[tuple[str, str]]:
    return [(each.code, each.place) for each in problems]


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (TeamPlan("A", "AA"), None),
        (TeamPlan("A" * 60, "AAAA"), None),
        (TeamPlan("A" * 61, "AA"), ("team-name-length", "name")),
        (TeamPlan("  ", "AA"), ("team-name-length", "name")),
        (TeamPlan("A", "A"), ("abbreviation-length", "abbreviation")),
        (TeamPlan("A", "AAAAA"), ("abbreviation-length", "abbreviation")),
        (TeamPlan("A", "A-A"), ("abbreviation-length", "abbreviation")),
        (TeamPlan("A", "AA", colour="#12345"), ("not-a-colour", "colour")),
        (TeamPlan("A", "AA", colour="#1234567"), ("not-a-colour", "colour")),
        (TeamPlan("A", "AA", accent="#12345g"), ("not-a-colour", "accent")),
        (TeamPlan("A", "AA", colour="#ABCDEF"), None),
        (TeamPlan("A", "AA", batting_order=NINE), None),
        (TeamPlan("A", "AA", batting_order=NINE[:8]), ("batting-order-length", "batting_order")),
        (
            TeamPlan("A", "AA", batting_order=(*NINE, "Ten")),
            ("batting-order-length", "batting_order"),
        ),
        (
            TeamPlan("A", "AA", batting_order=(*NINE[:8], " ")),
            ("batter-name-length", "batting_order"),
        ),
        (TeamPlan("A", "AA", batting_order=(*NINE[:8], "x" * LONGEST_BATTER)), None),
        (
            TeamPlan("A", "AA", batting_order=(*NINE[:8], "x" * (LONGEST_BATTER + 1))),
            ("batter-name-length", "batting_order"),
        ),
    ],
)
def test_a_club(plan, problem):
    assert codes(plan.problems()) == ([problem] if problem else [])
    # Among others the club is named instead of the field.
    assert codes(plan.problems("club 4")) == ([(problem[0], "club 4")] if problem else [])


@pytest.mark.parametrize(
    ("format", "problem"),
    [
        (Format(legs=1, series_length=1), None),
        (Format(legs=4, series_length=LONGEST_SERIES), None),
        (Format(legs=0), ("legs-out-of-range", "legs")),
        (Format(legs=5), ("legs-out-of-range", "legs")),
        (Format(series_length=0), ("series-length-out-of-range", "series_length")),
        (Format(series_length=10), ("series-length-out-of-range", "series_length")),
        (Format(series_length=3, home_pattern="HAH"), None),
        (Format(series_length=3, home_pattern="HA"), ("home-pattern-length", "home_pattern")),
        (Format(series_length=3, home_pattern="HXH"), ("home-pattern-unreadable", "home_pattern")),
        # A pattern for a series that cannot be says nothing more.
        (
            Format(series_length=10, home_pattern="HX"),
            ("series-length-out-of-range", "series_length"),
        ),
    ],
)
def test_a_format(format, problem):
    assert codes(format.problems()) == ([problem] if problem else [])


def test_the_letters_of_a_format_are_its_pattern_or_the_usual_one():
    assert Format(legs=2, series_length=3).letters == "HHH"
    assert Format(legs=1, series_length=3).letters == "HAH"
    assert Format(legs=2, series_length=7, home_pattern="2-3-2").letters == "HHAAAHH"


def test_clubs_alike_are_told_by_their_numbers():
    found = club_problems([ACES, TeamPlan("Bears", "BEA"), TeamPlan("ACES ", "ACX")])
    assert codes(found) == [("duplicate-name", "club 3")]
    assert "Clubs 1 and 3" in found[0].message
    found = club_problems([ACES, TeamPlan("Bears", "BEA"), TeamPlan("Crows", " bea")])
    assert codes(found) == [("duplicate-abbreviation", "club 3")]
    assert "Bears and Crows" in found[0].message


@pytest.mark.parametrize(("count", "fits"), [(2, False), (3, True), (30, True), (31, False)])
def test_three_to_thirty_clubs(count, fits):
    clubs = [TeamPlan(f"Club {number}", f"C{number}") for number in range(count)]
    assert codes(club_problems(clubs)) == ([] if fits else [("number-of-clubs", "clubs")])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("A", None),
        ("A" * 80, None),
        ("A" * 81, "tournament-name-length"),
        (" ", "tournament-name-length"),
        ("!!!", "name-without-letters"),
    ],
)
def test_a_tournaments_name(name, problem):
    clubs = [TeamPlan(f"Club {number}", f"C{number}") for number in range(3)]
    found = TournamentPlan(name, "one-die", clubs).problems()
    assert [each.code for each in found] == ([problem] if problem else [])


def test_a_name_of_ligatures_is_no_longer_in_addresses_than_they_take():
    clubs = [TeamPlan(f"Club {number}", f"C{number}") for number in range(3)]
    assert TournamentPlan("\N{LATIN SMALL LIGATURE FI}" * 80, "one-die", clubs).slug == "fi" * 40


@pytest.mark.django_db
def test_cards_are_chosen_for_the_games_that_are_played_with_them():
    clubs = [TeamPlan(f"Club {number}", f"C{number}") for number in range(3)]

    def asked(system: str, card_set: str) -> list[tuple[str, str]]:
        return codes(TournamentPlan("Cup", system, clubs, card_set=card_set).problems())

    assert asked("one-die", "") == []
    assert asked("one-die", "some") == [("card-set-not-wanted", "card_set")]
    assert asked("purestrat", "") == [("card-set-needed", "card_set")]
    assert asked("purestrat", "nowhere") == [("card-set-needed", "card_set")]


def test_tendencies_are_nought_to_ten():
    known = tendencies_of("purestrat")
    name = known[0].key
    assert [codes(tendency_problems({name: value}, known)) for value in (0, 10)] == [[], []]
    assert [codes(tendency_problems({name: value}, known)) for value in (-1, 11)] == [
        [("tendency-range", name)]
    ] * 2
    assert codes(tendency_problems({"luck": 5, name: 11}, known)) == [
        ("unknown-tendency", "luck"),
        ("tendency-range", name),
    ]


@pytest.mark.django_db
def test_a_game_without_a_tournament_law_takes_no_edition():
    wanted = TournamentPlan("Dice", "one-die", [ACES], edition_fields={"series": {"games": 3}})
    problem = ("no-edition", "edition")
    assert problem in codes(wanted.problems())
    assert problem not in codes(replace(wanted, edition_fields={}).problems())
