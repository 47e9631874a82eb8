"""The cases of section T31 and T33: who chooses, what, and until when."""

import pytest

from games.rules.remedies import (
    BOTH,
    CASES,
    Circumstances,
    closed_to,
    last_legal_play,
    options,
    pitcher_not_named,
)
from games.rules.suspensions import (
    FINISH,
    TIE,
    Waiting,
    close,
    end_of_round,
    preference,
    tie_problems,
)


def keys(case: str, **when) -> list[str]:
    return [each.key for each in options(CASES[case], Circumstances(**when))]


@pytest.mark.rule("T31.2a", "T31.2b")
def test_t31_2_the_offended_manager_resets_or_accepts_with_a_footnote() -> None:
    assert keys("ineligible-pitcher") == ["reset", "accept"]
    accept = options(CASES["ineligible-pitcher"], Circumstances())[1]
    assert accept.notes
    assert not accept.cuts


@pytest.mark.rule("T31.2a", "T31.1")
@pytest.mark.parametrize(
    ("allowance", "plays", "last"),
    [
        (3, (), 0),
        (3, (0, 0), 0),
        (0, (1, 1), 0),
        (3, (1, 0, 1, 0), 3),
        (3, (1, 0, 1, 0, 1, 0, 1), 5),
        # A double play that takes him beyond his allowance is legal.
        (2, (1, 0, 2, 1), 3),
        (3, (3, 0, 1), 1),
    ],
)
def test_t31_2a_the_game_goes_on_after_the_last_batter_he_legally_retired(
    allowance: int, plays: tuple[int, ...], last: int
) -> None:
    assert last_legal_play(allowance, plays) == last


@pytest.mark.rule("T31.3", "T31.4a", "T31.5")
def test_t31_every_case_offers_what_its_paragraph_says() -> None:
    assert keys("re-entry") == ["reset", "accept"]
    assert keys("illegal-lineup") == ["restart", "accept"]
    assert keys("locked-player-removed") == ["reset", "accept"]
    assert keys("overrun-on-double-play") == ["stand"]


@pytest.mark.rule("T31.8a", "T31.8c")
def test_t31_8_a_shared_mistake_needs_both_and_the_next_half_inning() -> None:
    assert CASES["misread"].chooses == BOTH
    when = {"made_in_half": 4, "noticed_in_half": 5}
    assert keys("misread", both_agree=True, **when) == ["reset", "rebuild"]
    assert keys("misread", both_agree=False, **when) == []
    late = Circumstances(both_agree=True, batters_in_noticing_half=1, **when)
    refusal = closed_to(CASES["misread"], late)
    assert refusal is not None
    assert refusal.code == "noticed-too-late"
    denied = closed_to(CASES["misread"], Circumstances(both_agree=False, **when))
    assert denied is not None
    assert (denied.code, denied.facts["rule"]) == ("not-agreed", "T31.8a")
    assert closed_to(CASES["misread"], Circumstances(both_agree=True, **when)) is None
    # Where nobody says in which half-inning it was, it is too late once the game is over.
    for over in (False, True):
        when = {"both_agree": True, "game_complete": over}
        assert (closed_to(CASES["misread"], Circumstances(**when)) is not None) == over


@pytest.mark.rule("T0.06d", "T0.06e")
def test_t0_06_after_a_later_game_it_is_accepted_or_suspended_and_then_official() -> None:
    late = {"game_complete": True, "later_game_begun": True}
    for case in ("ineligible-pitcher", "re-entry", "illegal-lineup", "locked-player-removed"):
        assert keys(case, **late) == ["accept", "suspend"]
        assert keys(case, **late, series_official=True) == []
        assert keys(case, **late, series_official=True, by_director=True)
    official = Circumstances(series_official=True)
    refusal = closed_to(CASES["re-entry"], official)
    assert refusal is not None
    assert refusal.code == "series-official"


@pytest.mark.rule("T31.11a", "T31.11b", "T31.11c", "T31.11d")
def test_t31_11_who_is_taken_to_be_the_pitcher() -> None:
    ask = {"eligible_pitchers": 3, "batters": 2}
    assert pitcher_not_named(hitter_may_pitch=True, **ask).rule == "T31.11b"
    assert pitcher_not_named(hitter_may_pitch=False, **ask).remedy == "reset"
    alone = {"hitter_may_pitch": False, "batters": 2}
    assert pitcher_not_named(eligible_pitchers=0, **alone).rule == "T31.11c"
    assert pitcher_not_named(eligible_pitchers=1, **alone).rule == "T31.11d"
    # T31.11a: before anybody has batted he is simply named.
    quiet = pitcher_not_named(hitter_may_pitch=False, eligible_pitchers=2, batters=0)
    late = pitcher_not_named(hitter_may_pitch=False, eligible_pitchers=2, batters=1)
    assert [(each.remedy, each.rule) for each in (quiet, late)] == [
        ("stand", "T31.11a"),
        ("reset", "T31.11a"),
    ]


@pytest.mark.rule("T33.0l")
def test_t33_0l_off_a_bye_then_furthest_along_then_a_d20() -> None:
    games = [Waiting(1, False, 40), Waiting(2, True, 3), Waiting(3, False, 41)]
    assert preference(games).games == (2, 3, 1)
    level = [Waiting(1, False, 40), Waiting(2, False, 40)]
    assert preference(level).tied == (frozenset({1, 2}),)
    rolled = preference([Waiting(1, False, 40, 7), Waiting(2, False, 40, 15)])
    assert rolled.games == (2, 1)
    assert not rolled.tied


@pytest.mark.rule("T33.0f", "T33.0d")
def test_t33_0f_no_tie_where_the_game_matters() -> None:
    assert [each.code for each in tie_problems(matters=True)] == ["game-matters"]
    assert tie_problems(matters=False) == []
    assert [close(matters=each, finished=False) for each in (True, False)] == [FINISH, TIE]
    assert [close(matters=each, finished=True) for each in (True, False)] == ["", ""]


def test_a_round_ends_when_its_slowest_series_does() -> None:
    assert end_of_round(100, [(0, 2, 3), (40, 1, 3)]) == 220
    assert end_of_round(100, [(0, 0, 3)]) is None
    assert end_of_round(100, []) == 100
