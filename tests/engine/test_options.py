"""Options: defaults, kinds, bounds, and every mistake named at once."""

import pytest

from config.refusals import Refused
from games.engine.law import COMMON_OPTIONS, CommonLaw, with_defaults
from games.engine.options import Option, complete_settings
from games.systems.registry import SYSTEMS, system

SWITCH = Option("extra_dice", "Extra dice", False, "More dice.")
NUMBER = Option("innings", "Innings", 9, "How many.", least=1, most=18)
WORD = Option("five", "A five", "two", "How many outs.", choices=(("one", "1"), ("two", "2")))
OPTIONS = (SWITCH, NUMBER, WORD)


def problems(given: dict[str, object]) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        complete_settings(OPTIONS, given)
    return [(refusal.code, refusal.place) for refusal in refused.value.refusals]


def test_the_kind_of_an_option_is_that_of_its_default() -> None:
    assert [option.kind for option in OPTIONS] == ["boolean", "integer", "choice"]


def test_what_is_not_given_has_its_default() -> None:
    assert complete_settings(OPTIONS, {}) == {"extra_dice": False, "innings": 9, "five": "two"}
    assert complete_settings(OPTIONS, {"innings": 1, "five": "one", "extra_dice": True}) == {
        "extra_dice": True,
        "innings": 1,
        "five": "one",
    }


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"extra_dice": 1}, "option-not-boolean"),
        ({"extra_dice": "yes"}, "option-not-boolean"),
        ({"extra_dice": None}, "option-not-boolean"),
        ({"innings": "9"}, "option-not-a-number"),
        ({"innings": 9.0}, "option-not-a-number"),
        ({"innings": True}, "option-not-a-number"),
        ({"innings": 0}, "option-out-of-range"),
        ({"innings": 19}, "option-out-of-range"),
        ({"five": "three"}, "option-not-offered"),
        ({"five": 1}, "option-not-offered"),
        ({"five": ["one"]}, "option-not-offered"),
        ({"six": "one"}, "unknown-option"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_at_its_option(
    given: dict[str, object], code: str
) -> None:
    (key,) = given
    assert problems(given) == [(code, f"options.{key}")]


@pytest.mark.parametrize(
    ("key", "most"),
    [("max_innings", 99), ("extra_runner_from", 99), ("mercy_margin", 50)],
)
def test_every_game_system_takes_numbers_of_the_common_law_up_to_its_bounds(
    key: str, most: int
) -> None:
    for each in SYSTEMS.values():
        if key not in {option.key for option in each.options}:
            continue
        assert each.settings({key: most})[key] == most
        with pytest.raises(Refused) as refused:
            each.settings({key: most + 1})
        assert refused.value.refusals[0].facts == {"least": 0, "most": most, "given": most + 1}


def test_the_bounds_themselves_are_allowed() -> None:
    assert complete_settings(OPTIONS, {"innings": 1})["innings"] == 1
    assert complete_settings(OPTIONS, {"innings": 18})["innings"] == 18


def test_everything_that_is_wrong_is_said_at_once() -> None:
    assert problems({"innings": 99, "five": "", "dice": 3, "extra_dice": 0}) == [
        ("unknown-option", "options.dice"),
        ("option-not-boolean", "options.extra_dice"),
        ("option-out-of-range", "options.innings"),
        ("option-not-offered", "options.five"),
    ]


def test_a_refusal_names_what_would_do() -> None:
    with pytest.raises(Refused) as refused:
        complete_settings(OPTIONS, {"five": "six", "innings": 20})
    number, word = refused.value.refusals
    assert number.facts == {"least": 1, "most": 18, "given": 20}
    assert word.facts == {"choices": ["one", "two"], "given": "six"}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_default_of_every_system_is_allowed(key: str) -> None:
    options = SYSTEMS[key].options
    settled = SYSTEMS[key].settings()
    assert settled == {option.key: option.default for option in options}
    assert len(settled) == len(options), "no key stands twice"
    assert [option.problem(option.default) for option in options] == [None] * len(options)
    assert all(option.help.endswith(".") and option.label for option in options)


def test_a_system_states_its_own_defaults_of_the_common_law() -> None:
    assert SYSTEMS["poker-dice"].settings()["mercy_margin"] == 10
    assert SYSTEMS["two-dice"].settings()["mercy_margin"] == 0
    assert [option.key for option in with_defaults(innings=3)] == [
        option.key for option in COMMON_OPTIONS
    ]
    with pytest.raises(ValueError, match="no common option"):
        with_defaults(inings=3)


def test_the_common_law_is_read_from_settings() -> None:
    settings = SYSTEMS["poker-dice"].settings({"innings": 3, "walk_off": False})
    law = CommonLaw(settings)
    for option in COMMON_OPTIONS:
        assert getattr(law, option.key) == settings[option.key]
    assert (law.innings, law.walk_off, law.mercy_margin) == (3, False, 10)


def test_three_dice_have_no_bases_to_place_a_runner_on() -> None:
    with pytest.raises(Refused) as refused:
        SYSTEMS["three-dice"].settings({"extra_runner_from": 10})
    assert refused.value.code == "unknown-option"


def test_a_system_is_found_by_its_key_or_refused_with_those_there_are() -> None:
    assert system("two-dice") is SYSTEMS["two-dice"]
    assert all(found.key == key for key, found in SYSTEMS.items())
    with pytest.raises(Refused) as refused:
        system("four-dice")
    (refusal,) = refused.value.refusals
    assert (refusal.code, refusal.place) == ("unknown-system", "system")
    assert refusal.facts["known"] == list(SYSTEMS)
