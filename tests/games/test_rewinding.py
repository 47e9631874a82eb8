"""Taking back: a cut transcript, the tail kept with its reason, the series open again."""

import pytest

from config.journal.models import Action
from config.refusals import Refused
from games.engine.situation import HOME
from games.models import Game, VoidedTail
from games.services.rewinding import rewind_game, undo_last, void_game
from games.services.scoring import add_entries
from tests.builders import person
from tests.games.builders import ADVANCED, a_series, league_series, speaker, started, whole
from tournaments.models import Tournament
from tournaments.services.events import close_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return person("Referee", is_staff=True)


def refused_code(act, **named) -> str:
    with pytest.raises(Refused) as caught:
        act(**named)
    return caught.value.code


def test_the_tail_is_kept_with_who_and_why(user):
    game = started(a_series(), "1", "2", "3", "6")
    game = rewind_game(game_id=game.pk, entry=3, reason=" Misread die ", acting_user=user)
    assert game.entries == ["1", "2"]
    tail = VoidedTail.objects.get()
    assert (tail.entry, tail.entries, tail.reason) == (3, "3 6", "Misread die")
    assert tail.voided_by == user
    line = Action.objects.get(code="game-rewound")
    assert (line.actor, line.new["reason"], line.old["entries"]) == (user, "Misread die", 4)


def test_a_rewound_game_is_the_game_that_never_had_the_tail(user):
    series = a_series()
    plain = started(series, "1", "2")
    game = started(series, "1", "2", "4", "5", number=2)
    game = rewind_game(game_id=game.pk, entry=3, reason="Wrong", acting_user=user)
    assert (game.events, game.summary) == (plain.events, plain.summary)


def test_every_rewind_is_kept(user):
    game = started(a_series(), "1", "2", "3")
    rewind_game(game_id=game.pk, entry=3, reason="First", acting_user=user)
    add_entries(game_id=game.pk, after=2, entries=["4"], acting_user=user)
    rewind_game(game_id=game.pk, entry=1, reason="Second", acting_user=user)
    tails = VoidedTail.objects.order_by("id").values_list("entry", "entries")
    assert list(tails) == [(3, "3"), (1, "1 2 4")]


def test_what_cannot_be_taken_back(user):
    game = started(a_series(), "1", "2")
    for entry, reason, code in (
        (0, "Why", "no-such-entry"),
        (3, "Why", "no-such-entry"),
        (1, "  ", "reason-missing"),
    ):
        act = {"game_id": game.pk, "entry": entry, "reason": reason, "acting_user": user}
        assert refused_code(rewind_game, **act) == code
    stale = {"game_id": game.pk, "entry": 1, "reason": "Why", "acting_user": user, "after": 1}
    assert refused_code(rewind_game, **stale) == "transcript-moved-on"
    assert not VoidedTail.objects.exists()


def test_a_final_game_taken_back_opens_its_series_again(user):
    series = a_series(length=1)
    entries = whole(series)
    game = started(series, *entries)
    series.refresh_from_db()
    assert series.completed_at is not None
    game = rewind_game(game_id=game.pk, entry=len(entries), reason="Not out", acting_user=user)
    assert (game.status, game.reason, game.finished_at) == (Game.Status.IN_PROGRESS, "", None)
    series.refresh_from_db()
    assert series.completed_at is None


def test_a_tournament_opens_again_with_its_last_series(user, django_capture_on_commit_callbacks):
    tournament, series = league_series()
    with django_capture_on_commit_callbacks(execute=True):
        game = started(series, *whole(series))
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.COMPLETE)
    with django_capture_on_commit_callbacks(execute=True):
        started(series, *whole(series, "second"), number=2)
        rewind_game(game_id=game.pk, entry=1, reason="Illegal dice", acting_user=user)
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    assert close_tournament(tournament_id=tournament.pk, acting_user=None).state == tournament.state


def test_undo_takes_the_last_entry_back(user):
    game = started(a_series(), "1", "2")
    game = undo_last(game_id=game.pk, after=2, reason="Slip", acting_user=user)
    assert game.entries == ["1"]
    game = undo_last(game_id=game.pk, after=1, reason="Slip", acting_user=user)
    nothing = {"game_id": game.pk, "after": 0, "reason": "Slip", "acting_user": user}
    assert refused_code(undo_last, **nothing) == "nothing-to-undo"
    assert refused_code(undo_last, **{**nothing, "after": 5}) == "transcript-moved-on"


def test_undo_passes_over_what_a_managed_side_would_only_repeat(user):
    series = a_series("poker-dice", settings=ADVANCED)
    game = started(series, "J-J-J-9-Q", "pickoff=none", away_managed=True)
    assert game.entries[-1] == "steal=1"
    game = undo_last(game_id=game.pk, after=3, reason="Slip", acting_user=user)
    assert game.entries == ["J-J-J-9-Q"]
    assert VoidedTail.objects.get().entries == "pickoff=none steal=1"


def test_a_simulated_game_is_not_rewound(user):
    from games.services.playing import play_series

    series = a_series(length=1)
    [game] = play_series(series_ids=[series.pk], acting_user=user)
    act = {"game_id": game.pk, "entry": 1, "reason": "Unlucky", "acting_user": user}
    assert refused_code(rewind_game, **act) == "dice-are-thrown"


def test_a_game_off_the_books_leaves_its_place_free(user):
    series = a_series(length=1)
    game = started(series, *whole(series))
    void_game(game_id=game.pk, reason="Wrong clubs at the table", acting_user=user)
    game.refresh_from_db()
    series.refresh_from_db()
    assert game.status == Game.Status.VOID
    assert game.entries
    assert series.completed_at is None
    line = Action.objects.get(code="game-voided")
    assert line.new["reason"] == "Wrong clubs at the table"
    assert started(series).pk != game.pk
    again = {"game_id": game.pk, "reason": "Again", "acting_user": user}
    assert refused_code(void_game, **again) == "game-void"
    entries = {"game_id": game.pk, "after": 0, "entries": ["1"], "acting_user": user}
    assert refused_code(add_entries, **entries) == "game-void"
    assert refused_code(void_game, **{**again, "reason": ""}) == "reason-missing"


def test_a_right_is_asked_of_the_game_as_it_is_once_nobody_else_can_change_it():
    """A manager's page shows a game under way that has ended since: he takes no result back."""
    series = a_series(scope="open:1")
    entries = whole(series)
    stale = started(series, *entries[:2])
    user = speaker(stale, HOME)
    add_entries(game_id=stale.pk, after=2, entries=entries[2:], acting_user=None)
    for act, named in (
        (rewind_game, {"entry": 1}),
        (undo_last, {"after": len(Game.objects.get(pk=stale.pk).entries)}),
        (void_game, {}),
    ):
        code = refused_code(act, game_id=stale.pk, reason="Late", acting_user=user, **named)
        assert code == "director-only"
    assert Game.objects.get(pk=stale.pk).is_final
