"""What a club cannot lay down: for games that are not its own, are not there, or have begun."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.models import Series
from games.planning.models import DeclaredStart, EventRules, GameCard, LineUp
from games.planning.services import rotations
from games.planning.services.before_games import name_starter
from games.planning.services.lineups import save_line_up
from rosters.models import RosterSpot
from tests.builders import director_of, league
from tests.games.planning.builders import Club, an_event, series_of
from tests.games.seriesday.builders import Day, claim

pytestmark = pytest.mark.django_db


def refused(act, **given) -> tuple[str, str]:
    with pytest.raises(Refused) as error:
        act(**given)
    return error.value.code, error.value.refusals[0].place


def test_a_line_up_is_for_the_event_a_series_or_a_game_that_is_there():
    made = an_event()
    club, other = Club(made, 1), Club(made, 2)
    series = series_of(made, club.team.pk, other.team.pk)
    spots = club.board.builder.suggested(club.board.keys, "L")
    given = {"squad": club.squad, "spots": spots, "acting_user": club.user}
    for wrong, expected in (
        ({"against": "L", "number": 1}, ("no-such-game", "number")),
        ({"against": "L", "series": series, "number": 3}, ("no-such-game", "number")),
        ({"against": "L", "series": series, "number": -1}, ("no-such-game", "number")),
        ({"against": "S"}, ("unknown-hand", "against")),
    ):
        assert refused(save_line_up, **given, **wrong) == expected
    assert not LineUp.objects.filter(squad=club.squad).exists()
    assert save_line_up(against="L", series=series, number=2, **given).number == 2


def test_a_club_without_cards_has_no_line_up():
    made = an_event()
    club = Club(made, 1)
    spots = club.board.builder.suggested(club.board.keys, "L")
    RosterSpot.objects.filter(squad=club.squad).delete()
    given = {"squad": club.squad, "spots": spots, "against": "L", "acting_user": club.user}
    assert refused(save_line_up, **given)[0] == "squad-missing"
    assert not LineUp.objects.filter(squad=club.squad).exists()


def test_starters_are_named_for_games_with_cards_that_are_there_by_clubs_with_squads():
    made = an_event()
    club, other = Club(made, 1), Club(made, 2)
    series = series_of(made, club.team.pk, other.team.pk)
    if series.sides(1)[0] != club.team.pk:
        # The visitor names his starter first (T0.13).
        club, other = other, club
    card = club.board.starters[0].key
    given = {"side": 0, "card": card, "acting_user": club.user}
    for number in (0, 3):
        found = refused(name_starter, series=series, number=number, **given)
        assert found == ("no-such-game", "number")
    dice = league(4, name="Dice")
    without = Series.objects.filter(event__key=dice.scope).select_related("home", "away")[0]
    of_dice = {**given, "acting_user": director_of(dice)}
    assert refused(name_starter, series=without, number=1, **of_dice)[0] == "no-cards"
    club.squad.delete()
    assert refused(name_starter, series=series, number=1, **given)[0] == "squad-missing"
    assert not GameCard.objects.exists()


@pytest.mark.rule("T10.2b")
def test_who_may_not_start_by_his_card_is_declared_for_no_game_though_nobody_keeps_sheets():
    made = an_event(settings={"shootout": True})
    club = Club(made, 1)
    board = club.board
    assert board.sheet is None
    starts = next(key for key, each in board.staff.items() if each.starts)
    only_relieves = next(key for key, each in board.staff.items() if not each.starts)
    given = {"squad": club.squad, "acting_user": club.user}
    found = refused(rotations.declare_starts, starts={1: only_relieves}, **given)
    assert found == ("starter-not-eligible", "game 1")
    hitter = next(key for key in board.keys if key not in board.staff)
    found = refused(rotations.declare_starts, starts={1: hitter}, **given)
    assert found == ("no-such-pitcher", "game 1")
    assert not DeclaredStart.objects.exists()
    rotations.declare_starts(starts={1: starts}, **given)
    assert DeclaredStart.objects.get().card_id == starts


def test_the_rules_of_pitching_are_of_those_there_are():
    made = an_event()
    given = {"scope": made.scope, "acting_user": director_of(made)}
    before = list(EventRules.objects.values())
    for values, expected in (
        ({"declared": "never"}, ("unknown-choice", "declared")),
        ({"night_games": True}, ("unknown-setting", "night_games")),
    ):
        assert refused(rotations.set_event_rules, values=values, **given) == expected
    assert list(EventRules.objects.values()) == before


@pytest.mark.parametrize("declared", ["series", "game"])
def test_rotations_declared_before_a_series_stand_in_it(declared):
    made = an_event()
    club, director = Club(made, 1), director_of(made)
    rotations.set_event_rules(scope=made.scope, values={"declared": declared}, acting_user=director)
    # The first game of the series is over, the second is not.
    day = Day(made, club.board.schedule[0].series, club.user, club.user, director)
    day.report(director, day.pitched(claim(4, 2)))
    board = club.board
    player = next(each.key for each in board.starters if board.may_start(each.key, 2, {}).eligible)
    given = {"squad": club.squad, "starts": {2: player}}
    if declared == "series":
        found = refused(rotations.declare_starts, acting_user=club.user, **given)
        assert found == ("rotation-stands", "game 2")
        assert not DeclaredStart.objects.filter(squad=club.squad, column=2).exists()
        # A director may change it.
        rotations.declare_starts(acting_user=director, **given)
    else:
        rotations.declare_starts(acting_user=club.user, **given)
    assert DeclaredStart.objects.get(squad=club.squad, column=2).card_id == player
    who = director if declared == "series" else club.user
    assert Action.objects.get(code="starts-declared").actor == who
