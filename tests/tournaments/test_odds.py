"""The odds of an event in the house: found as a job, kept by state, shown round by round."""

import pytest

from config.refusals import Refused
from games.models import Series
from games.services.playing import play_series
from tests.builders import browser, director_of, league
from tests.rosters.builders import a_purestrat_set
from tests.tournaments.test_stages import event, play, play_to_the_end
from tournaments.models import ClubStrengths, EventOdds
from tournaments.selectors.league import load_league
from tournaments.selectors.odds import after_round, last_whole_round, odds_by_round, state_of
from tournaments.services import odds
from tournaments.services.drops import drop_club
from tournaments.services.odds import find_odds, queue_odds
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


def play_rounds(tournament, *numbers: int) -> None:
    ids = Series.objects.filter(
        event__key=tournament.scope, fixture__round__number__in=numbers, completed_at=None
    ).values_list("pk", flat=True)
    play_series(series_ids=list(ids), acting_user=None)


@pytest.mark.long
def test_the_odds_of_every_round_are_found_and_kept_by_state():
    made = event("purestrat-weekend", 8)
    play_rounds(made, 1, 2)
    find_odds(tournament_id=made.pk, completions=300)
    assert [row.round for row in odds_by_round(made, 2)] == [0, 1, 2]
    now = odds_by_round(made, 2)[-1]
    assert now.completions == 300
    assert sum(odds.event.share for odds in now.clubs.values()) == pytest.approx(1)
    assert sum(odds.advance.share for odds in now.clubs.values()) == pytest.approx(4)
    before = list(EventOdds.objects.order_by("pk").values_list("pk", "found_at"))
    strengths = ClubStrengths.objects.get().found_at
    find_odds(tournament_id=made.pk, completions=300)
    assert list(EventOdds.objects.order_by("pk").values_list("pk", "found_at")) == before
    assert ClubStrengths.objects.get().found_at == strengths
    play_rounds(made, 3)
    find_odds(tournament_id=made.pk, completions=300)
    assert EventOdds.objects.count() == 4


@pytest.mark.long
def test_an_event_that_is_over_has_one_winner_and_its_past_has_odds():
    made = play_to_the_end(event("purestrat-weekend", 8))
    loaded = load_league(made)
    find_odds(tournament_id=made.pk, completions=50)
    rounds = odds_by_round(made, 2)
    last = rounds[-1]
    assert last.round == last_whole_round(loaded) == len(loaded.rounds)
    won = [number for number, odds in last.clubs.items() if odds.event.share == 1]
    final = loaded.rounds[-1].series[0]
    winner = final.home if final.winner == "home" else final.away
    assert won == [winner.number]
    # Before the play-offs four were in, and none had won.
    before = next(each for each in rounds if each.round == 7)
    assert sorted(odds.advance.share for odds in before.clubs.values()) == [0] * 4 + [1] * 4
    assert max(odds.event.share for odds in before.clubs.values()) < 1


@pytest.mark.long
def test_what_is_left_to_play_is_what_the_schedule_says():
    made = league(6)
    play_rounds(made, 1)
    loaded = load_league(made)
    state = state_of(loaded)
    assert sum(len(each.hosts) for each in state.to_play) == 2 * 12
    start = state_of(after_round(loaded, 0))
    assert sum(len(each.hosts) for each in start.to_play) == 2 * 15
    assert not start.field.results
    drop_club(
        tournament=made,
        number=2,
        reason="Ill",
        nobody_found=True,
        acting_user=director_of(made),
    )
    without = state_of(load_league(made))
    assert all(2 not in (each.home, each.away) for each in without.to_play)
    find_odds(tournament_id=made.pk, completions=50)
    assert odds_by_round(made, None)[-1].clubs[2].division.share == 0


@pytest.mark.long
def test_where_there_are_cards_each_pair_of_clubs_plays_to_find_their_strengths_out(monkeypatch):
    monkeypatch.setattr(odds, "GAMES_TO_FIND_OUT", 600)
    cards = a_purestrat_set()
    made = league(
        4, system_key="purestrat", card_set=cards.slug, format=Format(legs=1, series_length=2)
    )
    play_rounds(made, 1)
    find_odds(tournament_id=made.pk, completions=100)
    stored = ClubStrengths.objects.get()
    assert len(stored.won) == 12
    assert all(games > 0 and 0 <= won <= games for _, _, won, games in stored.won)
    assert stored.scores


@pytest.mark.long
def test_the_page_and_the_job():
    made = league(4, started=False, name="Young")
    with pytest.raises(Refused):
        queue_odds(tournament=made, acting_user=director_of(made))
    running = event("purestrat-weekend", 8)
    director = director_of(running)
    play(running)
    answer = browser(director).post(f"/t/{running.slug}/odds/")
    assert answer.status_code == 302
    assert "No odds yet" in browser().get(f"/t/{running.slug}/odds/").content.decode()
    find_odds(tournament_id=running.pk, completions=100)
    page = browser().get(f"/t/{running.slug}/odds/").content.decode()
    assert "Wins it all" in page
    assert "±" in page
