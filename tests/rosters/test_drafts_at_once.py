"""Two people who act in a draft at the same instant."""

import pytest

from config.refusals import Refused
from rosters.drafts.models import DraftEvent, DraftPick
from rosters.drafts.services import directing, picking, settling
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.at_once import at_once
from tests.rosters.drafts import NOW, best, later, managing, opened, room_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_managers_take_the_same_player_and_one_is_told():
    draft, director = opened()
    # Slot 1 has a turn to make up while it is slot 2's: both may pick.
    directing.skip(draft=draft, division=1, acting_user=director, now=NOW)
    managers, card = [managing(draft, 1), managing(draft, 2)], best(draft, "ss")

    def take(number: int) -> int:
        return picking.make_pick(
            draft=draft,
            division=1,
            slot=number + 1,
            card=card,
            acting_user=managers[number],
            now=NOW,
        )

    found = at_once(2, take)
    lost = [each for each in found if isinstance(each, Refused)]
    assert len(lost) == 1
    assert lost[0].code in ("player-taken", "draft-moved-on")
    assert list(DraftPick.objects.filter(draft=draft).values_list("card", flat=True)) == [card]
    assert room_of(draft).board.cards == {card: found[0] if found[1] in lost else found[1]}


def test_a_turn_that_has_run_out_is_settled_once_however_many_look():
    settings = DraftSettings(sanctioned=False, clock=Clock("per-pick", 60, at_zero="auto"))
    draft, _ = opened(settings)
    at_once(4, lambda _: settling.looked_at(draft, 1, now=later(63)))
    kinds = DraftEvent.objects.filter(draft=draft).values_list("kind", flat=True)
    assert list(kinds) == ["opened", "picked"]
