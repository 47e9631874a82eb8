"""An event that is one knockout has no table: its pages say so, and show who goes on instead."""

import pytest

from games.models import Game
from tests.builders import browser, director_of, entrant
from tests.markup import even
from tests.tournaments.test_stages import event, play, play_to_the_end
from tournaments.models import Tournament
from tournaments.presenters import champions_of
from tournaments.selectors.league import load_league
from tournaments.selectors.reports import event_report
from tournaments.services.drawing import advance_event
from tournaments.services.drops import drop_club

pytestmark = pytest.mark.django_db

OF_A_TABLE = ("Games behind", "Standings race", "inal standings", "No game has been", ">0–0<")


def page(made: Tournament, name: str) -> str:
    return even(browser().get(f"/t/{made.slug}/{name}").content.decode())


@pytest.mark.parametrize("key", ["simple-knockout", "double-elimination"])
def test_the_pages_of_a_knockout_show_no_table_of_games_that_count_for_none(key):
    made = event(key, 5)
    assert "Who goes on" in page(made, "")
    over = play_to_the_end(made)
    (champion,) = champions_of(load_league(over))
    shown = {name: page(over, name) for name in ("", "standings/", "grid/", "teams/1/")}
    for name, text in shown.items():
        assert not [words for words in OF_A_TABLE if words in text], name
    for name in ("standings/", "grid/"):
        assert "There is no table" in shown[name]
        assert f'href="/t/{over.slug}/stages/"' in shown[name]
    assert champion.team.name in shown[""]
    # A club's page has its wins and losses all the same.
    won = sum(
        each.runs_of(champion.team_id) * 2 > each.away_runs + each.home_runs
        for meeting in load_league(over).meetings_of(champion)
        for each in meeting.finals
    )
    lost = sum(len(meeting.finals) for meeting in load_league(over).meetings_of(champion)) - won
    assert f"{won}–{lost}" in page(over, f"teams/{champion.number}/")


def test_where_anything_is_played_for_a_table_it_is_shown():
    made = event("purestrat-weekend", 8)
    play(made)
    assert "Standings race" in page(made, "standings/")
    assert "There is no table" not in page(made, "standings/") + page(made, "grid/")
    assert "Games behind" in page(made, "teams/1/")


def test_a_place_is_one_of_those_who_are_ranked():
    made = event("full-round-robin", 5)
    drop_club(
        tournament=made,
        number=5,
        reason="Ill",
        nobody_found=True,
        acting_user=director_of(made),
    )
    assert "of 4<" in page(made, "teams/1/")
    assert "of 5<" not in page(made, "teams/1/")


@pytest.mark.rule("T0.08l")
def test_t0_08_whose_opponent_in_a_knockout_drops_out_has_a_bye_that_counts_as_one():
    made = event("simple-knockout", 4)
    play(made)
    advance_event(tournament=made, acting_user=director_of(made))
    final = load_league(made).rounds[1].series[0]
    drop_club(
        tournament=made,
        number=final.away.number,
        reason="Ill",
        nobody_found=True,
        acting_user=director_of(made),
    )
    made.refresh_from_db()
    report = event_report(made)
    assert report.winners == [entrant(made, final.home.number)]
    line = next(each for each in report.lines if each.entrant == final.home)
    # The best-of-three of the semi-final was played, that of the final is given.
    assert line.playoff_wins == 2 + 2
    # Who dropped out has played all the same.
    assert f"4 clubs played {Game.objects.count()} games" in report.write_up
