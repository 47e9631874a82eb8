"""The law against a second reading of it, over seasons nobody would play."""

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pitching.rules.drops import Span, bind_final_series
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD, PitchingLaw
from pitching.rules.sheet import Outing, Pitcher, Sheet, next_phase
from tests.pitching.rules import oracle
from tests.pitching.rules.rotations import rotation

HE = Pitcher(1, "He", True, True)

DEEDS = st.one_of(
    st.none(),
    st.tuples(st.just("relief"), st.integers(0, 13)),
    st.tuples(st.just("relief"), st.integers(0, 2)),
    st.tuples(st.just("start"), st.integers(0, 30)),
)


@dataclass(frozen=True)
class Season:
    days: tuple[oracle.Day, ...]
    sheet: Sheet
    erased: tuple[int, ...]


@st.composite
def seasons(draw):
    """Series of games with byes between them; one erased, some fresh starts, games that wait."""
    days, struck, fresh, waiting, outings = [], [], [], [], []
    column = bullpen = 0
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(("played", "played", "played", "erased", "bye")))
        if kind == "bye":
            continue
        if draw(st.booleans()):
            # Of a series that is erased the fresh start goes with it.
            bullpen += kind == "played"
            fresh.append(column + 1)
        for _ in range(draw(st.integers(1, 4))):
            column += 1
            deed = draw(DEEDS)
            accepted = draw(st.booleans())
            if deed is not None:
                outings.append(
                    Outing(1, column, deed[1], started=deed[0] == "start", accepted=accepted)
                )
            if kind == "erased":
                struck.append(column)
                continue
            waits = draw(st.booleans())
            if waits:
                waiting.append(column)
            did, outs = deed or ("", 0)
            days.append(oracle.Day(column, did, outs, bullpen, waits, accepted))
    if not days:
        days.append(oracle.Day(column + 1, bullpen=bullpen))
    sheet = Sheet(
        tuple(outings),
        struck=frozenset(struck),
        fresh=frozenset(fresh),
        suspended=frozenset(waiting),
    )
    return Season(tuple(days), sheet, tuple(struck))


@st.composite
def editions(draw):
    """The law and the same numbers as the other reading knows them."""
    rest, by_sum = draw(st.sampled_from((2, 2, 3))), draw(st.booleans())
    clears, keeps = draw(st.booleans()), draw(st.booleans())
    law = PitchingLaw(
        rest_before_start=rest,
        resumed_game="sum" if by_sum else "windows",
        reset_clears_rest=clears,
        accepted_start_keeps_turn=keeps,
    )
    return law, oracle.Edition(rest, by_sum, clears, keeps)


@settings(max_examples=200)
@given(seasons(), editions(), st.sampled_from(Role), st.data())
def test_the_outs_allowed_are_those_that_can_be_given_without_a_breach(season, laws, role, data):
    law, edition = laws
    at = data.draw(st.integers(0, len(season.days) - 1))
    answer = eligibility(season.sheet, law, HE, season.days[at].label, role)
    assert answer.outs == oracle.outs_left(season.days, at, role.value, edition)
    assert answer.eligible or answer.reasons


@settings(max_examples=100)
@given(seasons(), editions(), st.sampled_from(Role), st.data())
def test_he_is_free_again_in_the_first_game_that_allows_an_out(season, laws, role, data):
    law, edition = laws
    at = data.draw(st.integers(0, len(season.days) - 1))
    answer = eligibility(season.sheet, law, HE, season.days[at].label, role)
    expected = oracle.free_again(season.days, at, role.value, edition)
    last = season.days[-1].label
    if expected > last:
        # Beyond the season erased columns at its end are still passed over.
        expected += sum(column > last for column in season.erased)
    assert answer.free_again == expected


@settings(max_examples=100)
@given(seasons(), st.data())
def test_an_erased_series_leaves_the_sheet_as_if_it_had_never_been(season, data):
    days = [replace(day, bullpen=0) for day in season.days]
    played = replace(season.sheet, fresh=frozenset())
    first = data.draw(st.integers(0, len(days) - 1))
    length = data.draw(st.integers(1, 4))
    gone = range(days[first].label, days[first].label + length)
    kept = [day for day in days if day.label not in gone]
    kept.append(oracle.Day(max(days[-1].label, gone[-1], *season.erased) + 1))
    at = data.draw(st.integers(0, len(kept) - 1))
    sheet = replace(played, struck=played.struck.union(gone))
    for role in Role:
        answer = eligibility(sheet, STANDARD, HE, kept[at].label, role)
        assert answer.outs == oracle.outs_left(kept, at, role.value, oracle.Edition())


@settings(max_examples=200)
@given(
    seasons(),
    editions(),
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(DEEDS, st.booleans()), min_size=1, max_size=6),
    st.integers(1, 40),
    st.sampled_from(Role),
    st.data(),
)
def test_a_later_phase_is_judged_with_what_was_carried_over(
    season, laws, starts, relief, later, begins, role, data
):
    """The games of both phases in one list, with what is not carried over left out of the first."""
    law, edition = laws
    begun = next_phase(season.sheet, season.days[-1].label, starts=starts, relief=relief)
    begun = begun.moved(begins - 1)
    carried = {"start": starts, "relief": relief, "": True}
    days = [day if carried[day.did] else replace(day, did="", outs=0) for day in season.days]
    outings, waiting = [], []
    for column, (deed, waits) in enumerate(later, begins):
        did, outs = deed or ("", 0)
        days.append(oracle.Day(column, did, outs, days[-1].bullpen, waits))
        if did:
            outings.append(Outing(1, column, outs, started=did == "start"))
        if waits:
            waiting.append(column)
    sheet = replace(begun, outings=(*begun.outings, *outings), suspended=frozenset(waiting))
    at = data.draw(st.integers(0, len(later) - 1))
    answer = eligibility(sheet, law, HE, begins + at, role)
    assert answer.outs == oracle.outs_left(days, len(season.days) + at, role.value, edition)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from("ABCDE"), min_size=6, max_size=14),
    st.lists(st.sampled_from("ABCDE"), min_size=1, max_size=4),
    st.data(),
)
def test_a_bound_rotation_is_one_that_was_legal_then(before, final, data):
    """The starters up to the dropped series, and then these: written one after the other."""
    dropped = data.draw(st.integers(0, len(before) - 2))
    staff = {name: Pitcher(key, name, True, False) for key, name in enumerate("ABCDE", 1)}
    sheet = Sheet(
        tuple(
            Outing(staff[name].key, column, 12, started=True)
            for column, name in enumerate(before, 1)
        )
    )
    first = len(before) + 1
    bound = bind_final_series(
        sheet, Span(dropped + 1, dropped + 2), Span(first, first + len(final) - 1)
    )
    found = rotation(bound, STANDARD, [staff[name] for name in final], first)
    written = before[:dropped] + final
    expected = [
        name not in written[max(0, at - 3) : at] for at, name in enumerate(written) if at >= dropped
    ]
    assert [answer.eligible for answer in found] == expected
