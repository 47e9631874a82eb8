"""Games and pitching sheets: what the sheets allow is what is played, and what is played is what
stands on them, at every moment."""

from collections import defaultdict

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.refusals import Refused
from games.clubs import clubs_of
from games.engine.folds.box_score import box_score
from games.models import Game, Series
from games.records import record_of
from games.services import playing
from games.services.playing import claim_series, play_series
from games.services.rewinding import rewind_game, void_game
from games.services.scoring import Seats, add_entries, record_game
from games.sheets import game_key
from pitching.models import PitchingSheet, SheetColumn, Violation
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD
from pitching.selectors.sheets import current_outings, sheet_values
from pitching.selectors.staff import pitchers_of
from pitching.services.signing import sign_series
from rosters.models import Card
from tests.at_once import at_once
from tests.builders import director_of, league, person
from tests.games.test_playing import meanwhile
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services import play_out as service
from tournaments.services.plans import Format


def a_league(count: int = 4, length: int = 3, **changes) -> Tournament:
    cards = a_purestrat_set()
    return league(
        count,
        system_key="purestrat",
        card_set=cards.slug,
        format=Format(legs=1, series_length=length),
        **changes,
    )


def series_of(tournament: Tournament) -> list[Series]:
    return list(Series.objects.filter(event__key=tournament.scope).order_by("pk"))


def on_sheets(game: Game) -> dict[int, dict[str, tuple[int, bool]]]:
    """By club, the outs of each player by name, and who started."""
    found: dict[int, dict[str, tuple[int, bool]]] = defaultdict(dict)
    columns = SheetColumn.objects.filter(key=game_key(game)).exclude(status="taken-back")
    rows = current_outings(columns.values("sheet")).filter(entry__column__in=columns)
    for row in rows.select_related("card", "entry__column__sheet"):
        name = row.card.name if row.card else "somebody"
        found[row.entry.column.sheet.team_id][name] = (row.outs, row.started)
    return dict(found)


def in_box(game: Game) -> dict[int, dict[str, tuple[int, bool]]]:
    record = record_of(Game.objects.select_related("series", "away", "home").get(pk=game.pk))
    assert record.clubs is not None
    return {
        team: {
            club.name_of(line.player): (line.outs, line.started)
            for line in side.pitchers
            if line.batters_faced or line.outs
        }
        for team, side, club in zip(
            (game.away_id, game.home_id), box_score(record).sides, record.clubs, strict=True
        )
    }


def agree(game: Game) -> None:
    """Everybody in the box score stands on the sheets as in it. A steal or a wild pitch is a play
    (T10.2m): who was there for it and then replaced before a turn ended has pitched, and has no
    line in a box score."""
    sheets, box = on_sheets(game), in_box(game)
    assert sheets.keys() == box.keys()
    for team, pitched in sheets.items():
        assert box[team].items() <= pitched.items()
        others = [pitched[name] for name in pitched.keys() - box[team].keys()]
        assert others in ([], [(0, False)])


def starter_of(game: Game, team: int) -> int:
    """The card of whoever was announced to start for a club."""
    stored = game.clubs[(game.away_id, game.home_id).index(team)]
    return stored["cards"][stored["order"][stored["positions"].index(1)] - 1]


def entries_of(tournament: Tournament) -> tuple[Series, tuple[str, ...]]:
    """A series, and a whole game of it as people would write it down."""
    series = series_of(tournament)[0]
    (game, *_) = play_series(series_ids=[series.pk], acting_user=None)
    entries = tuple(game.entries)
    for each in series.games.all():
        void_game(game_id=each.pk, reason="For a test", acting_user=None)
    series.refresh_from_db()
    return series, entries


@pytest.mark.django_db
@pytest.mark.rule("T10.2r", "T10.2m")
def test_t10_2r_every_simulated_game_stands_on_both_sheets_as_in_its_box_score():
    tournament = a_league()
    games = play_series(series_ids=[each.pk for each in series_of(tournament)], acting_user=None)
    assert len(games) == 18
    for game in games:
        agree(game)
    assert PitchingSheet.objects.count() == 4
    assert SheetColumn.objects.count() == 36


@pytest.mark.django_db
@pytest.mark.rule("T10.2f", "T10.2i", "T10.2j", "T27.64")
def test_t10_2_a_season_that_plays_itself_keeps_the_law_and_uses_its_bullpen():
    tournament = a_league(length=4)
    service.play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)
    assert not Violation.objects.exists()
    relieved = 0
    for sheet in PitchingSheet.objects.all():
        value = sheet_values([sheet])[sheet.pk]
        by_player = defaultdict(list)
        for outing in value.outings:
            by_player[outing.pitcher].append(outing)
        starters = [o.pitcher for o in value.outings if o.started]
        assert len(starters) == 12
        for outings in by_player.values():
            columns = {o.column: o for o in outings}
            for first in range(1, 10):
                four = [columns.get(c) for c in range(first, first + 4)]
                assert None in four
                outs = [o.outs for o in four if o and not o.started]
                # The last play of a player may take him beyond his outs (T31.1).
                assert sum(outs) <= 14
                relieved += sum(outs) > 0
    assert relieved > 100


@pytest.mark.django_db
def test_what_a_game_allows_its_pitchers_is_what_the_sheets_allowed():
    tournament = a_league()
    *before, second = series_of(tournament)[:4]
    play_series(series_ids=[each.pk for each in before], acting_user=None)
    game = record_game(
        series_id=second.pk, number=1, transcript=(), acting_user=None, seats=Seats()
    )
    away, home = clubs_of(game)
    for side, club in enumerate((away, home)):
        team = second.sides(1)[side]
        sheet = PitchingSheet.objects.get(team=team, event__key=tournament.scope)
        value = sheet_values([sheet])[sheet.pk]
        column = second.columns(1)[side]
        cards = game.clubs[side]["cards"]
        staff = {p.key: p for p in pitchers_of(Card.objects.filter(pk__in=cards), "purestrat")}
        starter = cards[club.order[club.positions.index(1)] - 1]
        assert eligibility(value, STANDARD, staff[starter], column, Role.START).eligible
        for key, player in zip(cards, club.players, strict=True):
            if not player.is_pitcher:
                continue
            relief = eligibility(value, STANDARD, staff[key], column, Role.RELIEF).outs
            assert player.relief_outs == relief
            if key != starter:
                assert player.may_relieve == (relief > 0)
                start = eligibility(value, STANDARD, staff[key], column, Role.START)
                assert player.may_start == start.eligible


@pytest.mark.django_db
def test_a_scored_game_goes_onto_the_sheets_and_comes_off_again():
    series, entries = entries_of(a_league())
    user = person("Scorer", is_staff=True)
    game = record_game(series_id=series.pk, number=1, transcript=(), acting_user=user)
    assert on_sheets(game) == {}
    game = add_entries(game_id=game.pk, after=0, entries=entries[:60], acting_user=user)
    assert on_sheets(game) == {}
    game = add_entries(
        game_id=game.pk, after=len(game.entries), entries=entries[60:], acting_user=user
    )
    assert game.is_final
    whole = on_sheets(game)
    assert whole == in_box(game)
    rewind_game(game_id=game.pk, entry=60, reason="A wrong throw", acting_user=user)
    assert on_sheets(game) == {}
    game = add_entries(game_id=game.pk, after=59, entries=entries[59:], acting_user=user)
    assert on_sheets(game) == whole
    void_game(game_id=game.pk, reason="Wrong cards", acting_user=user)
    assert on_sheets(game) == {}
    kinds = SheetColumn.objects.filter(key=game_key(game)).first().entries.values_list("kind")
    assert [kind for (kind,) in kinds] == ["recorded", "taken-back", "recorded", "taken-back"]


@pytest.mark.django_db
@pytest.mark.rule("T33.0i")
def test_t33_0i_a_suspended_game_keeps_its_column_on_both_sheets():
    series, entries = entries_of(a_league())
    user = person("Scorer", is_staff=True)
    game = record_game(
        series_id=series.pk, number=1, transcript=(*entries[:80], "suspend"), acting_user=user
    )
    assert game.status == "suspended"
    before = on_sheets(game)
    assert before == in_box(game)
    # The next game of the series is played meanwhile.
    other = record_game(series_id=series.pk, number=2, transcript=(), acting_user=user)
    assert {starter_of(game, team) for team in before}.isdisjoint(
        starter_of(other, team) for team in before
    )
    game = add_entries(
        game_id=game.pk, after=len(game.entries), entries=entries[80:], acting_user=user
    )
    assert game.is_final
    agree(game)
    assert in_box(game) != before
    columns = SheetColumn.objects.filter(key=game_key(game))
    assert sorted((each.status, each.version) for each in columns) == [("played", 2)] * 2


@pytest.mark.django_db
@pytest.mark.rule("T0.06d")
def test_t0_06d_a_game_on_a_signed_sheet_is_taken_back_only_once_that_is_open_again():
    tournament = a_league()
    series = series_of(tournament)[0]
    play_series(series_ids=[series.pk], acting_user=None)
    sheet = PitchingSheet.objects.get(team=series.home, event__key=tournament.scope)
    director = director_of(tournament)
    sign_series(series_id=sheet.series.get().pk, acting_user=director)
    game = series.games.first()
    with pytest.raises(Refused) as refused:
        void_game(game_id=game.pk, reason="Wrong cards", acting_user=director)
    assert refused.value.code == "sheet-signed"
    game.refresh_from_db()
    assert game.is_final
    agree(game)


@pytest.mark.django_db
def test_dice_and_shootouts_are_on_no_sheet():
    dice = league(4, name="Dice")
    play_series(series_ids=[each.pk for each in series_of(dice)], acting_user=None)
    shootouts = a_league(settings={"shootout": True}, name="Shoot-outs")
    play_series(series_ids=[series_of(shootouts)[0].pk], acting_user=None)
    assert not PitchingSheet.objects.exists()


@pytest.mark.django_db
def test_what_was_simulated_upon_an_older_sheet_is_played_again(monkeypatch):
    tournament = a_league()
    first, *others = series_of(tournament)
    later = next(
        each for each in others if {each.home_id, each.away_id} & {first.home_id, first.away_id}
    )
    real = playing.Sheets
    reads = []

    class Meanwhile(real):
        def __init__(self, series, *, lock=False, reader=None):
            reads.append(lock)
            if lock and reads.count(True) == 1:
                # Somebody else's game is stored between the simulation and the lock.
                play_series(series_ids=[first.pk], acting_user=None)
            super().__init__(series, lock=lock, reader=reader)

    monkeypatch.setattr(playing, "Sheets", Meanwhile)
    games = play_series(series_ids=[later.pk], acting_user=None)
    assert len(games) == 3
    assert not Violation.objects.exists()
    for game in Game.objects.filter(series__in=[first, later]).select_related("series"):
        agree(game)


@pytest.mark.django_db
def test_what_clubs_play_after_a_series_that_was_played_anew_follows_from_it(monkeypatch):
    tournament = a_league()
    every = [each.pk for each in series_of(tournament)]

    def changed():
        Series.objects.filter(pk=every[0]).update(seed="another")

    def whole() -> list[tuple[str, ...]]:
        play_series(series_ids=every, acting_user=None)
        return [game.transcript for game in Game.objects.order_by("series_id", "number")]

    with transaction.atomic():
        changed()
        expected = whole()
        transaction.set_rollback(True)
    assert not Game.objects.exists()
    # The first series changes after everything was simulated and before anything is locked: it is
    # played anew, the second, of two other clubs, stands, and the others follow from both.
    meanwhile(monkeypatch, changed)
    assert whole() == expected
    assert not Violation.objects.exists()
    for game in Game.objects.select_related("series"):
        agree(game)


@pytest.mark.django_db
def test_claims_keep_every_clubs_games_in_their_order():
    tournament = a_league()
    every = [each.pk for each in series_of(tournament)]
    clubs = {each.pk: {each.home_id, each.away_id} for each in series_of(tournament)}

    def claim(most):
        return claim_series(scope=tournament.scope, most=most)

    (mine,) = claim(1)
    theirs = claim(20)
    # Nothing before theirs is still to be played by somebody else.
    for pk in theirs:
        for before in every[: every.index(pk)]:
            assert before in theirs or not clubs[before] & clubs[pk]
    assert mine not in theirs
    assert theirs
    assert claim(20) == []
    Series.objects.update(claimed_at=None)
    assert claim(20) == every


@pytest.mark.django_db
def test_clubs_that_no_series_joins_are_claimed_apart():
    tournament = a_league(length=1)
    first, *others = series_of(tournament)
    (other,) = [
        each for each in others if not {each.home_id, each.away_id} & {first.home_id, first.away_id}
    ]

    def claim():
        return claim_series(scope=tournament.scope, most=20)

    # As two divisions are that never meet: two workers need not wait for each other.
    Series.objects.exclude(pk__in=[first.pk, other.pk]).update(completed_at=timezone.now())
    assert (claim(), claim(), claim()) == ([first.pk], [other.pk], [])
    # A series between them joins them, be it their last.
    Series.objects.update(claimed_at=None, completed_at=None)
    between = next(each for each in others if each != other)
    Series.objects.exclude(pk__in=[first.pk, other.pk, between.pk]).update(
        completed_at=timezone.now()
    )
    assert claim() == sorted([first.pk, other.pk, between.pk])


@pytest.mark.django_db(transaction=True)
def test_two_games_of_a_club_that_end_at_once_are_both_on_its_sheet():
    tournament = a_league()
    first, *others = series_of(tournament)
    later = next(
        each for each in others if {each.home_id, each.away_id} & {first.home_id, first.away_id}
    )
    found = at_once(
        2,
        lambda at: play_series(series_ids=[(first, later)[at].pk], acting_user=None),
    )
    assert [len(games) for games in found] == [3, 3]
    assert not Violation.objects.exists()
    for game in Game.objects.select_related("series"):
        agree(game)
    for sheet in PitchingSheet.objects.all():
        numbers = sheet.columns.values_list("number", flat=True)
        assert len(set(numbers)) == len(numbers)


@pytest.mark.django_db(transaction=True)
def test_several_workers_play_a_season_out_within_the_law():
    tournament = a_league(4, length=2)
    at_once(
        2,
        lambda _: service.play_out(
            tournament_id=tournament.pk, acting_user=None, advance=lambda left: None
        ),
    )
    assert Game.objects.count() == 12
    assert not Violation.objects.exists()
    assert SheetColumn.objects.count() == 24


@pytest.mark.django_db
def test_a_helper_with_nothing_to_take_leaves_and_is_in_nobodys_way(monkeypatch):
    """In one division each club's games follow one another: a second worker would only wait."""
    tournament = a_league(4, length=2)
    claim_series(scope=tournament.scope, most=20)

    def waits(seconds):
        raise AssertionError("a helper waits")

    monkeypatch.setattr(service, "sleep", waits)
    given = {"tournament_id": tournament.pk, "acting_user": None, "advance": lambda left: None}
    with CaptureQueriesContext(connection) as asked:
        done = service.play_out(**given, helps=True)
    assert done["games"] == 0
    assert done["left"] == 6
    # Who finds nothing has taken no row that the other stores into.
    of_series = [each["sql"] for each in asked if "games_series" in each["sql"]]
    assert of_series
    assert not [sql for sql in of_series if "FOR UPDATE" in sql or sql.startswith("UPDATE")]
    Series.objects.update(claimed_at=None)
    # Where there is something to take he plays it.
    assert service.play_out(**given, helps=True) == {"games": 12, "left": 0}
