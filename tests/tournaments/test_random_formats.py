"""Formats that nobody thought of: whatever may be chosen is played to a champion, or says before it
stores anything why nobody can go on."""

from random import Random

import pytest

from config.refusals import Refused
from tests.builders import director_of, league
from tests.tournaments.test_stages import play_to_the_end
from tournaments.models import StageEntrant, Tournament
from tournaments.presenters import champions_of
from tournaments.rules.advancing import SEEDINGS, AdvanceRule
from tournaments.rules.formats import KNOCKOUT, StageSpec, kinds_of_stage
from tournaments.rules.ties import ORDERS
from tournaments.selectors.league import load_league
from tournaments.services.events import start_tournament
from tournaments.services.formats import choose_format

pytestmark = [pytest.mark.long, pytest.mark.django_db]

NOBODY_GOES_ON = {"too-few-get-in", "nobody-to-meet"}


def a_stage(random: Random, number: int) -> StageSpec:
    """Any stage, sensible or not."""
    kind = random.choice(kinds_of_stage(number))
    entry = AdvanceRule(
        per_division=random.randint(0, 4),
        others=random.choice((0, 0, 1, 2, 3)),
        seeding=random.choice([*SEEDINGS]),
        first=random.choice((1, 1, 1, 2, 3)),
    )
    return StageSpec(
        kind,
        f"Stage {number}",
        random.randint(1, 3) if kind != KNOCKOUT else 1,
        legs=random.randint(1, 2),
        crossover=random.random() < 0.3,
        rounds=random.randint(1, 3),
        games=random.choice(((), (1,), (1, 3), (3, 1, 5))) if kind == KNOCKOUT else (),
        losses=random.choice((1, 1, 2)),
        reseed=random.random() < 0.3,
        entry=None if number == 1 else entry,
    )


def an_event(random: Random) -> Tournament | None:
    """An event of a format that was accepted; ``None`` where it was refused."""
    clubs = random.randint(3, 10)
    made = league(clubs, started=False, settings={"innings": 1})
    stages = [a_stage(random, number) for number in range(1, random.randint(1, 4) + 1)]
    try:
        choose_format(
            tournament=made,
            stages=stages,
            divisions=random.choice((1, 1, 2, 3)),
            tie_order=ORDERS[random.choice([*ORDERS])][1],
            acting_user=director_of(made),
        )
        return start_tournament(tournament=made, acting_user=director_of(made))
    except Refused:
        return None


def stopped_by(made: Tournament) -> Refused | None:
    """Why it does not come to its end; ``None`` where it does."""
    try:
        play_to_the_end(made)
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("seed", range(40))
def test_a_format_that_may_be_chosen_is_played_to_a_champion(seed):
    made = an_event(Random(f"formats/{seed}"))
    if made is None:
        return
    stuck = stopped_by(made)
    made.refresh_from_db()
    if stuck is None:
        assert made.state == Tournament.State.COMPLETE
        assert champions_of(load_league(made))
        return
    assert stuck.code in NOBODY_GOES_ON, stuck
    assert made.state == Tournament.State.RUNNING
    following = next(each for each in made.stages.all() if not each.rounds.exists())
    assert not StageEntrant.objects.filter(stage=following).exists()
