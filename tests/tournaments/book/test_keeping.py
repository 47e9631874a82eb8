"""The book's sums are those of the games that count, whatever happens to the games."""

from collections import Counter
from itertools import count
from random import Random
from typing import Any

import pytest

from config.refusals import Refused
from games.engine.folds.box_score import box_score
from games.models import Game, PlayersLines, Series
from games.records import record_of
from games.reported_boxes import box_of_report
from games.seriesday.models import GameReport
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.services.reporting import correct_report
from games.services.playing import play_series
from games.services.rewinding import rewind_game, void_game
from tests.games.seriesday.builders import Day, a_day
from tournaments.book.checking import check_books, kept
from tournaments.book.keeping import booked, keep_books
from tournaments.book.models import BattingSum, BookedGame, Course, Feat, PitchingSum
from tournaments.book.reading import READERS, summed
from tournaments.models import Drop
from tournaments.services.drops import drop_club, undo_drop

pytestmark = pytest.mark.django_db

COUNTS = ("plate_appearances", "at_bats", "runs", "hits", "home_runs", "runs_batted_in", "walks")


def counted() -> int:
    return keep_books(count_players_lines())


def box_of(game: Game) -> Any:
    if game.has_plays:
        return box_score(record_of(game))
    report = GameReport.objects.get(game=game, state=GameReport.State.CONFIRMED)
    return box_of_report(report.told)


def by_hand(day: Day) -> tuple[Counter[str], Counter[str]]:
    """What all players at bat and all pitchers did in the final games of clubs that are in, from
    the boxes of the games and without anything that is kept."""
    out = set(day.tournament.entrants.filter(dropped="void").values_list("team", flat=True))
    batted: Counter[str] = Counter()
    pitched: Counter[str] = Counter()
    known = Game.objects.exclude(known="result")
    for game in known.filter(series__event__key=day.tournament.scope, status="final"):
        if {game.away_id, game.home_id} & out:
            continue
        for side in box_of(game).sides:
            for line in side.batting:
                batted.update({name: getattr(line, name) for name in COUNTS})
            for line in side.pitchers:
                pitched.update({"outs": line.outs, "earned_runs": line.earned_runs})
    return +batted, +pitched


def in_book(day: Day) -> tuple[Counter[str], Counter[str]]:
    rows = BattingSum.objects.filter(stage__tournament=day.tournament)
    batted = Counter({name: sum(getattr(row, name) for row in rows) for name in COUNTS})
    arms = PitchingSum.objects.filter(stage__tournament=day.tournament)
    pitched = {name: sum(getattr(arm, name) for arm in arms) for name in ("outs", "earned_runs")}
    return +batted, +Counter(pitched)


def remembered_by_hand(day: Day) -> tuple[dict[int, int], Counter[int]]:
    """The longest hitting streak of everybody who came up, and how often he hit two home runs or
    more, from the boxes of the games that count in the order of the schedule."""
    out = set(day.tournament.entrants.filter(dropped="void").values_list("team", flat=True))
    known = Game.objects.exclude(known="result").filter(
        series__event__key=day.tournament.scope, status="final"
    )
    longest: dict[int, int] = {}
    now: Counter[int] = Counter()
    twice: Counter[int] = Counter()
    for game in known.order_by("series__fixture__round__number", "series", "number"):
        if {game.away_id, game.home_id} & out:
            continue
        for at, side in enumerate(box_of(game).sides):
            for line in side.batting:
                plays = game.clubs[at]["cards"] if game.has_plays else None
                card = line.player if plays is None else plays[line.player - 1]
                if line.hits:
                    now[card] += 1
                elif line.at_bats or line.sacrifice_flies:
                    now[card] = 0
                longest[card] = max(longest.get(card, 0), now[card])
                twice[card] += line.home_runs >= 2
    return longest, +twice


def remembered(day: Day) -> tuple[dict[int, int], Counter[int]]:
    courses = Course.objects.filter(tournament=day.tournament)
    assert not courses.filter(stale=True).exists()
    longest = dict(courses.values_list("card", "best_hitting"))
    feats = Feat.objects.filter(kind="home_runs", passed=False)
    return longest, Counter(feats.values_list("card", flat=True))


def agrees(day: Day) -> None:
    """At any moment: the sums are those of what is booked, which is final and as it was."""
    key = day.tournament.pk
    games = booked(key)
    for model in READERS:
        assert kept(model, key) == summed(model, games)
    for each in BookedGame.objects.select_related("game"):
        assert each.game.status == Game.Status.FINAL
        assert each.finished_at == each.game.finished_at


@pytest.mark.long
def test_the_book_follows_whatever_happens_to_games():
    day = a_day(cards=True, length=2)
    director = day.director
    chance = Random("the book")
    seeds = count()
    numbers = list(day.tournament.entrants.order_by("number").values_list("number", flat=True))

    def games(**asked: Any) -> list[Game]:
        found = Game.objects.filter(series__event__key=day.tournament.scope, **asked)
        return list(found.order_by("pk"))

    def play() -> None:
        left = Series.objects.filter(event__key=day.tournament.scope, completed_at=None)
        if left and (series := chance.choice(left.order_by("pk"))).pk != day.series.pk:
            for game in play_series(series_ids=[series.pk], acting_user=director):
                # As if people had thrown the dice: those of the house are not thrown again.
                Game.objects.filter(pk=game.pk).update(seed="", source=Game.Source.SCORED)

    def report() -> None:
        number = chance.choice((1, 2))
        if not day.series.games.exclude(status="void").filter(number=number).exists():
            day.report(director, day.boxed(number, seed=f"box {next(seeds)}"), number=number)

    def correct() -> None:
        told = games(status="final", source="reported")
        if told:
            game = chance.choice(told)
            claim = day.boxed(game.number, seed=f"box {next(seeds)}")
            if chance.random() < 0.3:
                claim = claim.without_players()
            correct_report(game_id=game.pk, claim=claim, reason="Misread.", acting_user=director)

    def void() -> None:
        if found := games(status="final"):
            void_game(
                game_id=chance.choice(found).pk,
                reason="Not so.",
                acting_user=director,
            )

    def rewind() -> None:
        found = [each for each in games(status="final") if each.has_plays]
        if found:
            game = chance.choice(found)
            entry = len(game.entries) - chance.randint(0, 9)
            rewind_game(
                game_id=game.pk,
                entry=entry,
                reason="Not so.",
                acting_user=director,
            )

    def drop() -> None:
        there = Drop.objects.filter(entrant__tournament=day.tournament, undone_at=None).first()
        if there is not None:
            undo_drop(drop=there, acting_user=director)
        elif games(status="final"):
            drop_club(
                tournament=day.tournament,
                number=chance.choice(numbers),
                reason="Ill.",
                nobody_found=True,
                acting_user=director,
            )

    acts = [play, play, report, report, correct, correct, void, rewind, drop]
    done: Counter[str] = Counter()
    for _ in range(60):
        act = chance.choice(acts)
        try:
            act()
        except Refused as refused:
            done[f"{act.__name__}: {refused.code}"] += 1
        else:
            done[act.__name__] += 1
        agrees(day)
        if chance.random() < 0.5:
            counted()
            agrees(day)
            assert in_book(day) == by_hand(day), act
            longest, twice = remembered_by_hand(day)
            kept_longest, kept_twice = remembered(day)
            assert {card: most for card, most in kept_longest.items() if most} == {
                card: most for card, most in longest.items() if most
            }
            assert kept_twice == twice
    assert done.keys() >= {"play", "report", "correct", "void", "rewind", "drop"}
    counted()
    assert in_book(day) == by_hand(day)
    assert check_books() == 0


def test_a_club_that_is_thrown_out_leaves_the_book_and_comes_back_into_it():
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    counted()
    right = in_book(day)
    number = day.tournament.entrants.get(team=day.series.home).number
    dropped = drop_club(
        tournament=day.tournament,
        number=number,
        reason="Ill.",
        nobody_found=True,
        acting_user=day.director,
    )
    assert in_book(day) == by_hand(day) == (Counter(), Counter())
    undo_drop(drop=dropped, acting_user=day.director)
    assert in_book(day) == by_hand(day) == right


def test_sums_that_are_wrong_are_found_at_night_and_made_right():
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    counted()
    right = in_book(day)
    row = BattingSum.objects.order_by("pk")[0]
    BattingSum.objects.filter(pk=row.pk).update(hits=row.hits + 7)
    assert in_book(day) != right
    assert check_books() == 1
    assert in_book(day) == right
    assert check_books() == 0


def test_a_card_that_is_gone_keeps_no_game_out_of_the_book():
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    scopes = count_players_lines()
    lines = PlayersLines.objects.get()
    _, gone, *_ = lines.batting[0]
    for half in (lines.batting, lines.pitching, lines.fielding):
        for line in half:
            line[1] = 2**40 if line[1] == gone else line[1]
    lines.save()
    assert keep_books(scopes) == 1
    cards = {card for _, card, *_ in lines.batting}
    kept_of = set(BattingSum.objects.values_list("card", flat=True))
    assert kept_of == cards - {2**40}
    assert check_books() == 0


def test_what_could_not_be_booked_is_booked_at_the_next_turn(monkeypatch):
    day = a_day(cards=True, length=1)
    play_series(series_ids=[day.series.pk], acting_user=None)
    scopes = count_players_lines()
    assert scopes == [day.tournament.scope]

    def breaks(tournament: Any) -> Any:
        raise RuntimeError("away")

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.book.keeping.load_league", breaks)
        assert keep_books(scopes) == 0
    assert not BookedGame.objects.exists()
    assert PlayersLines.objects.count() == 1
    # Nothing new has been counted, and it is made up for.
    assert keep_books(count_players_lines()) == 1
    assert in_book(day) == by_hand(day)
