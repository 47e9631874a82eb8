"""Recording a game: whole, entry by entry, with mistakes, with computers at the table."""

import pytest

from config.journal.models import Action
from config.live.models import LiveEvent
from config.refusals import Refused
from games.engine.record import simulate
from games.engine.situation import AWAY, HOME
from games.models import Game
from games.open_decisions import open_decisions
from games.services.scoring import add_entries, record_game
from tests.builders import person
from tests.games.builders import ADVANCED, a_series, speaker, started, whole
from tests.played import PLAYED

pytestmark = pytest.mark.django_db

Status = Game.Status


def stored() -> tuple[int, int, int]:
    return Game.objects.count(), Action.objects.count(), LiveEvent.objects.count()


def refusal_of(act, *arguments, **named):
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    return caught.value.refusals[0]


def codes(subject) -> list[str]:
    lines = Action.objects.filter(subject_type="games.game", subject_id=str(subject.pk))
    return list(lines.order_by("id").values_list("code", flat=True))


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.rule("PD-136", "PD-137")
def test_a_whole_transcript_is_recorded_as_the_game_it_is(key):
    series = a_series(key, settings=ADVANCED if key == "poker-dice" else None)
    user = person("Scorer", is_staff=True)
    game = started(series, *whole(series), user=user)
    played = simulate(series.system, series.settings, "whole")
    game.refresh_from_db()
    assert game.status == Status.FINAL
    assert tuple(game.events) == played.events
    assert tuple(game.entries) == played.transcript
    assert (game.away_runs, game.home_runs) == played.ending.runs
    assert (game.reason, game.inning) == (played.ending.reason, played.ending.inning)
    assert game.summary["runs"] == list(played.ending.runs)
    assert game.source == Game.Source.SCORED
    assert game.seed == ""
    assert game.finished_at is not None
    assert codes(game) == ["game-started", "game-final"]


@pytest.mark.parametrize(
    ("key", "entries", "code", "place"),
    [
        pytest.param(
            "one-die", ("6", "0"), "impossible-face", "entry 2", marks=pytest.mark.rule("D1-002")
        ),
        pytest.param(
            "one-die", ("6", "7"), "impossible-face", "entry 2", marks=pytest.mark.rule("D1-002")
        ),
        ("one-die", ("3-4",), "wrong-number-of-dice", "entry 1"),
        pytest.param(
            "three-dice",
            ("1-2",),
            "wrong-number-of-dice",
            "entry 1",
            marks=pytest.mark.rule("D3-003"),
        ),
        pytest.param(
            "poker-dice",
            ("K-K-K-K-9", "9-9-9-9-8"),
            "impossible-face",
            "entry 2",
            marks=pytest.mark.rule("PD-001"),
        ),
        ("poker-dice", ("9-9-9-9-1",), "mixed-faces", "entry 1"),
        ("one-die", ("6", "6", "steal=1"), "decision-not-offered", "entry 3"),
        ("poker-dice", ("steal=1",), "decision-not-offered", "entry 1"),
        ("one-die", ("concede=nobody",), "choice-not-legal", "entry 1"),
        ("one-die", ("",), "impossible-face", "entry 1"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_place_and_nothing_is_stored(
    key, entries, code, place
):
    series = a_series(key)
    before = stored()
    refusal = refusal_of(started, series, *entries)
    assert (refusal.code, refusal.place) == (code, place)
    assert stored() == before


def test_a_choice_that_is_not_open_is_refused():
    series = a_series("poker-dice", settings=ADVANCED)
    walk_to_first = "J-J-J-9-Q"
    refusal = refusal_of(started, series, walk_to_first, "steal=2")
    assert (refusal.code, refusal.place) == ("choice-not-legal", "entry 2")
    assert refusal.facts["choices"] == ["none", "1"]
    assert not Game.objects.exists()


def test_entries_after_the_final_out_are_refused():
    series = a_series()
    entries = whole(series)
    refusal = refusal_of(started, series, *entries, "6", "6")
    assert (refusal.code, refusal.place) == ("entries-after-the-end", f"entry {len(entries) + 1}")
    assert refusal.facts["surplus"] == 2
    assert not Game.objects.exists()

    game = started(series, *entries)
    before = stored()
    refusal = refusal_of(
        add_entries, game_id=game.pk, after=len(entries), entries=["6"], acting_user=None
    )
    assert refusal.code == "game-over"
    assert stored() == before


def test_a_refused_entry_leaves_the_game_as_it_was():
    series = a_series()
    game = started(series, "1", "2")
    before = stored()
    refusal = refusal_of(
        add_entries, game_id=game.pk, after=2, entries=["3", "9"], acting_user=None
    )
    assert (refusal.code, refusal.place) == ("impossible-face", "entry 4")
    game.refresh_from_db()
    assert game.entries == ["1", "2"]
    assert stored() == before


@pytest.mark.rule("PD-138")
def test_a_game_entered_bit_by_bit_is_the_game_entered_at_once():
    series = a_series("poker-dice", settings=ADVANCED)
    entries = whole(series)
    at_once = started(series, *entries)
    game = started(series, number=2)
    assert game.status == Status.IN_PROGRESS
    for place, entry in enumerate(entries):
        game = add_entries(game_id=game.pk, after=place, entries=[entry], acting_user=None)
    assert game.events == at_once.events
    assert game.is_final


def test_the_second_phone_is_told_that_the_transcript_moved_on():
    game = started(a_series(), "1")
    add_entries(game_id=game.pk, after=1, entries=["2"], acting_user=None)
    refusal = refusal_of(add_entries, game_id=game.pk, after=1, entries=["3"], acting_user=None)
    assert refusal.code == "transcript-moved-on"
    assert refusal.facts["entries"] == 2
    game.refresh_from_db()
    assert game.entries == ["1", "2"]


def test_a_game_is_there_once_and_only_where_the_series_has_a_place():
    series = a_series(length=2)
    started(series)
    assert refusal_of(started, series).code == "game-exists"
    assert refusal_of(started, series, number=3).code == "no-such-game"
    assert refusal_of(started, series, number=0).code == "no-such-game"
    assert refusal_of(started, series, number=2, dice="loaded").code == "unknown-dice"
    assert Game.objects.count() == 1


def test_who_hosts_follows_the_pattern():
    series = a_series(length=3, pattern="HHA")
    assert [series.sides(number)[1] for number in (1, 2, 3)] == [
        series.home_id,
        series.home_id,
        series.away_id,
    ]
    game = started(series, number=3)
    assert (game.away_id, game.home_id) == (series.home_id, series.away_id)


def test_play_is_suspended_and_goes_on():
    game = started(a_series(), "1", "6")
    game = add_entries(game_id=game.pk, after=2, entries=["suspend"], acting_user=None)
    assert game.status == Status.SUSPENDED
    again = refusal_of(add_entries, game_id=game.pk, after=3, entries=["suspend"], acting_user=None)
    assert again.code == "already-suspended"
    game = add_entries(game_id=game.pk, after=3, entries=["2"], acting_user=None)
    assert game.status == Status.IN_PROGRESS
    assert game.entries == ["1", "6", "suspend", "2"]
    assert codes(game) == ["game-started", "game-suspended", "game-resumed"]


def test_a_side_concedes_for_itself_only():
    game = started(a_series(scope="open:1"), "1")
    refusal = refusal_of(
        add_entries,
        game_id=game.pk,
        after=1,
        entries=["concede=away"],
        acting_user=speaker(game, HOME),
    )
    assert (refusal.code, refusal.place) == ("not-your-side", "entry 2")
    game = add_entries(
        game_id=game.pk,
        after=1,
        entries=["concede=away"],
        acting_user=speaker(game, AWAY),
    )
    assert (game.status, game.reason) == (Status.FINAL, "conceded")
    assert game.home_runs > game.away_runs


def test_concessions_can_be_switched_off():
    series = a_series(settings={"concession": False})
    assert refusal_of(started, series, "concede=away").code == "concession-not-allowed"


def test_nothing_is_no_entry():
    game = started(a_series())
    refusal = refusal_of(add_entries, game_id=game.pk, after=0, entries=[], acting_user=None)
    assert refusal.code == "no-entries"


@pytest.mark.parametrize(
    ("key", "throws"), [("one-die", 1), ("two-dice", 2), ("three-dice", 3), ("poker-dice", 5)]
)
def test_what_is_asked_at_the_start_is_the_systems_throw(key, throws):
    wanted = open_decisions(started(a_series(key)))
    assert wanted.questions == ()
    assert wanted.dice is not None
    assert wanted.dice.count == throws
    assert wanted.thrower == AWAY


def test_at_a_table_every_open_question_is_shown_with_the_throw_of_silence():
    game = started(a_series("poker-dice", settings=ADVANCED), "J-J-J-9-Q")
    wanted = open_decisions(game)
    assert [question.decision.name for question in wanted.questions] == ["pickoff", "steal", "bunt"]
    assert [question.side for question in wanted.questions] == [HOME, AWAY, AWAY]
    assert [choice.key for choice in wanted.questions[1].choices] == ["none", "1"]
    assert wanted.questions[0].usual == "pickoff=none"
    assert wanted.dice is not None
    assert wanted.dice.name == "plate-appearance"
    game = add_entries(game_id=game.pk, after=1, entries=["steal=1"], acting_user=None)
    wanted = open_decisions(game)
    assert wanted.questions == ()
    assert wanted.dice is not None
    assert wanted.dice.name == "steal"


def test_a_game_that_is_over_asks_for_nothing():
    series = a_series()
    wanted = open_decisions(started(series, *whole(series)))
    assert wanted.questions == ()
    assert wanted.dice is None


def test_a_suspended_game_asks_what_it_asked_before():
    series = a_series("poker-dice", settings=ADVANCED)
    before = open_decisions(started(series, "J-J-J-9-Q"))
    after = open_decisions(started(series, "J-J-J-9-Q", "suspend", number=2))
    assert [question.usual for question in before.questions] == [
        question.usual for question in after.questions
    ]


def test_silence_of_people_does_not_pass_a_managed_side_over():
    """A throw takes the default of every question before it; but after the home side's silence
    the managed visitors are asked, and they steal."""
    series = a_series("poker-dice", settings=ADVANCED)
    walk = "J-J-J-9-Q"
    game = started(series, walk, away_managed=True)
    wanted = open_decisions(game)
    assert [question.decision.name for question in wanted.questions] == ["pickoff"]
    assert wanted.dice is None
    refusal = refusal_of(
        add_entries, game_id=game.pk, after=1, entries=["9-9-9-9-9"], acting_user=None
    )
    assert refusal.code == "wrong-number-of-dice"
    game = add_entries(game_id=game.pk, after=1, entries=["pickoff=none"], acting_user=None)
    assert game.entries == [walk, "pickoff=none", "steal=1"]
    assert open_decisions(game).dice.name == "steal"


def test_the_computer_alone_at_both_sides_only_waits_for_dice():
    series = a_series("poker-dice", settings=ADVANCED)
    entries = whole(series, "by managers")
    game = started(series, away_managed=True, home_managed=True)
    while not game.is_final:
        wanted = open_decisions(game)
        assert wanted.questions == ()
        throw = entries[len(game.entries)]
        game = add_entries(
            game_id=game.pk, after=len(game.entries), entries=[throw], acting_user=None
        )
    assert tuple(game.entries) == entries


def test_a_series_is_complete_with_its_last_game():
    series = a_series(length=2)
    entries = whole(series)
    started(series, *entries)
    series.refresh_from_db()
    assert series.completed_at is None
    game = started(series, number=2)
    add_entries(game_id=game.pk, after=0, entries=entries, acting_user=None)
    series.refresh_from_db()
    assert series.completed_at is not None


def test_watchers_of_the_whole_hear_of_beginnings_and_ends_only():
    series = a_series(scope="test:77")
    entries = whole(series)
    game = started(series)

    def topics() -> list[str]:
        found = list(LiveEvent.objects.order_by("id").values_list("topic", flat=True))
        LiveEvent.objects.all().delete()
        return found

    mine = [f"game:{game.pk}", f"series:{series.pk}"]
    assert topics() == [*mine, "test:77"]
    add_entries(game_id=game.pk, after=0, entries=entries[:1], acting_user=None)
    assert topics() == mine
    add_entries(game_id=game.pk, after=1, entries=entries[1:], acting_user=None)
    assert topics() == [*mine, "test:77"]


def test_a_long_game_costs_no_more_queries_than_a_short_one(django_assert_max_num_queries):
    for innings in (1, 9):
        series = a_series(settings={"innings": innings})
        entries = whole(series)
        with django_assert_max_num_queries(14):
            record_game(series_id=series.pk, number=1, transcript=entries, acting_user=None)
