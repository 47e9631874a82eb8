"""The clock of a draft that is under way: changed by its director, and whole however late a turn is
settled."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from config.journal.models import Action
from config.live.models import LiveEvent
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.services import settling
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.builders import browser, director_of, manager
from tests.programs import Program
from tests.rosters.drafts import a_league, best, prepared
from tests.rosters.test_auctions import CLOCK, Auction

pytestmark = pytest.mark.django_db


class Timed:
    """An open draft of four clubs by programs, at a clock that only the test moves."""

    def __init__(self, moved: time_machine.Traveller, clock: Clock) -> None:
        tournament = a_league()
        users = {number: manager(tournament, number, f"Drafts {number}") for number in range(1, 5)}
        self.draft = prepared(tournament, DraftSettings(sanctioned=False, clock=clock))
        self.director, self.moved = director_of(tournament), moved
        home = f"drafts/{self.draft.pk}/"
        self.office = Program(self.director, home)
        self.programs = {slot: Program(user, home) for slot, user in users.items()}
        self.opened = timezone.now()
        self.office.post("open/")

    def pick(self) -> None:
        """Whoever's turn it is takes the best catcher."""
        slot = self.office.get()["turn"]["slot"]
        self.programs[slot].post("picks/", {"card": best(self.draft, "c")}, code=201)

    def wait(self, seconds: int) -> None:
        self.moved.shift(timedelta(seconds=seconds))
        settling.settle_lapsed_turns(now=timezone.now())

    @property
    def left(self) -> float | None:
        """Seconds until the present turn falls due."""
        due = self.office.get()["deadline"]
        return (datetime.fromisoformat(due) - timezone.now()).total_seconds() if due else None


@pytest.fixture
def moved():
    with time_machine.travel(datetime(2026, 3, 1, 12).astimezone(), tick=False) as clock:
        yield clock


def test_a_clock_changed_during_a_draft_holds_from_the_next_turn_on(moved):
    draft = Timed(moved, Clock("per-pick", 60, at_zero="auto"))
    moved.shift(timedelta(seconds=10))
    before = LiveEvent.objects.filter(topic=draft.draft.topic).count()
    answer = draft.office.put("clock/", {"seconds": 300, "at_zero": "skip"})
    assert LiveEvent.objects.filter(topic=draft.draft.topic).count() > before
    assert draft.left == 50
    assert answer["settings"]["clock"]["seconds"] == 60
    assert (answer["next_clock"]["seconds"], answer["next_clock"]["at_zero"]) == (300, "skip")
    # The present turn lapses by its own clock, in its own way.
    draft.wait(53)
    board = draft.office.get()
    assert [each["by"] for each in board["picks"]] == ["house"]
    assert (board["settings"]["clock"]["seconds"], board["next_clock"]) == (300, None)
    assert draft.left == 300
    draft.wait(303)
    board = draft.office.get()
    assert (len(board["picks"]), board["turn"]["slot"], draft.left) == (1, 3, 300)
    # Again for what has been seen before: nothing is logged twice.
    draft.office.put("clock/", {"seconds": 300})
    assert DraftEvent.objects.filter(kind="clock-changed").count() == 1
    change = Action.objects.get(code="draft-clock-changed")
    assert (change.old["clock"]["seconds"], change.new["clock"]["seconds"]) == (60, 300)


def test_only_directors_change_the_clock_and_only_to_one_that_there_is(moved):
    draft = Timed(moved, Clock("per-pick", 60))
    assert draft.programs[1].refused("put", "clock/", {"seconds": 30}) == ["not-found"]
    for wrong, code in (
        ({"seconds": 4}, "min-value"),
        ({"kind": "sundial"}, "invalid-choice"),
        ({"zone": "Moon/Crater"}, "unknown-zone"),
        ({"kind": "staggered", "bank": 60}, "clock-bank"),
    ):
        assert draft.office.refused("put", "clock/", wrong) == [code], wrong
    assert not DraftEvent.objects.filter(kind="clock-changed").exists()
    Draft.objects.update(state="complete")
    DraftEvent.objects.create(
        draft=draft.draft, division=1, number=2, kind="closed", at=timezone.now()
    )
    assert draft.office.refused("put", "clock/", {"seconds": 30}) == ["draft-not-open"]


def test_the_director_changes_the_clock_in_the_room_and_all_read_it(moved):
    draft = Timed(moved, Clock("per-pick", 60))
    home, office = f"/drafts/{draft.draft.pk}/", browser(draft.director)
    form = office.get(home).context["clock_form"]
    assert "bid_seconds" not in form.fields
    shown = {each.html_name: each.value() for each in form if each.value() is not None}
    sent = {**shown, "act": "clock", "division": 1}
    bad = office.post(home, {**sent, "seconds": 1})
    assert (bad.status_code, 'value="1"' in bad.content.decode()) == (422, True)
    spectator = browser()
    assert "From the next turn" not in spectator.get(home).content.decode()
    hours = {"seconds": 120, "opens": "08:00", "closes": "20:00", "zone": "Europe/London"}
    assert office.post(home, {**sent, **hours}).status_code == 302
    words = "2 minutes a pick, 08:00 to 20:00 Europe/London, then everybody waits"
    for path in ("", "wall/", "log/"):
        assert words in spectator.get(f"{home}{path}").content.decode(), path
    assert browser().post(home, sent).status_code == 302
    assert DraftEvent.objects.filter(kind="clock-changed").count() == 1
    draft.pick()
    assert "From the next turn" not in spectator.get(home).content.decode()


def test_a_clock_may_begin_in_a_draft_that_had_none_and_end_again(moved):
    draft = Timed(moved, Clock())
    assert draft.left is None
    draft.office.put("clock/", {"kind": "per-pick", "seconds": 60, "bank": 100})
    assert draft.left is None
    draft.pick()
    assert draft.left == 160
    moved.shift(timedelta(seconds=90))
    draft.pick()
    # More for everybody; what was used stays used.
    draft.office.put("clock/", {"bank": 200})
    banks = {}
    for _ in range(6):
        banks[draft.office.get()["turn"]["slot"]] = draft.left - 60
        draft.pick()
    assert banks == {3: 100, 4: 200, 2: 170, 1: 200} | {3: 200}
    draft.office.put("clock/", {"kind": "none", "bank": 0})
    draft.pick()
    assert draft.left is None


def test_a_staggered_turn_has_its_whole_clock_however_late_the_one_before_is_settled(moved):
    draft = Timed(moved, Clock("staggered", 600, at_zero="skip"))
    draft.wait(400)
    draft.pick()
    # Early: the next has what was left and its own.
    assert draft.left == 800
    # Nobody looked for a while.
    draft.wait(1100)
    assert (draft.office.get()["turn"]["slot"], draft.left) == (3, 600)
    draft.wait(100)
    draft.pick()
    assert draft.left == 1100
    # A pick that is taken back after its time comes back with its whole clock.
    draft.wait(900)
    draft.office.post("undo/")
    assert draft.left == 600


def test_a_staggered_clock_that_is_changed_goes_on_from_the_turn_that_runs(moved):
    draft = Timed(moved, Clock("staggered", 600, at_zero="auto"))
    draft.wait(100)
    draft.pick()
    draft.office.put("clock/", {"seconds": 60})
    assert draft.left == 1100
    draft.pick()
    assert draft.left == 1160
    draft.pick()
    assert draft.left == 1220
    draft.office.put("clock/", {"kind": "per-pick", "seconds": 30})
    draft.pick()
    assert draft.left == 30
    draft.office.put("clock/", {"kind": "staggered", "seconds": 90})
    draft.wait(10)
    draft.pick()
    assert draft.left == 90


def test_the_clock_of_an_auction_has_seconds_after_a_bid_and_no_bank():
    with time_machine.travel(timezone.now(), tick=False):
        auction = Auction(CLOCK)

        def left() -> float:
            board = auction.office.get()
            return (datetime.fromisoformat(board["deadline"]) - timezone.now()).total_seconds()

        auction.nominate()
        assert auction.office.refused("put", "clock/", {"bank": 10}) == ["auction-clock"]
        auction.office.put("clock/", {"bid_seconds": 25, "seconds": 90})
        assert left() == 10
        auction.bid(2, 5)
        assert left() == 25
        page = browser(auction.director).get(f"/drafts/{auction.draft.pk}/")
        assert "bank" not in page.context["clock_form"].fields
