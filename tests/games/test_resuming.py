"""T33.0h: what a suspended game allows its pitchers when it really goes on."""

from dataclasses import replace

import pytest
from django.db import transaction

from games.clubs import clubs_of
from games.models import Game, Series
from games.open_decisions import open_decisions
from games.services.playing import play_series
from games.services.playing_on import play_on
from games.services.rewinding import rewind_game, void_game
from games.services.scoring import add_entries, record_game
from games.verifying import verify
from pitching.models import PitchingSheet, SheetColumn, Violation
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD, SUM
from pitching.selectors.sheets import sheet_values
from pitching.selectors.staff import pitchers_of
from rosters.models import Card
from tests.builders import league, person
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Tournament
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db

LENGTH = 4


def a_league_of_cards(reading: str) -> Tournament:
    """Of series of four games, with sheets that are read in this way."""
    return league(
        4,
        system_key="purestrat",
        card_set=a_purestrat_set().slug,
        format=Format(legs=1, series_length=LENGTH),
        edition_fields={"pitching": {"resumed_game": reading}},
    )


def suspended(reading: str = "windows", before_throws: int = 0) -> tuple[Game, tuple[str, ...]]:
    """The last game of a club's first series, suspended after two thirds, and the rest of it as the
    house had played it, so many throws first; both clubs' later series were played since."""
    tournament = a_league_of_cards(reading)
    series, *others = Series.objects.filter(event__key=tournament.scope).order_by("pk")
    *_, last = play_series(series_ids=[series.pk], acting_user=None)
    entries = tuple(last.entries)
    user = person("Scorer", is_staff=True)
    void_game(game_id=last.pk, reason="For a test", acting_user=user)
    cut = len(entries) * 2 // 3
    while before_throws and any("=" in entry for entry in entries[cut : cut + before_throws]):
        cut += 1
    game = record_game(
        series_id=series.pk, number=LENGTH, transcript=(*entries[:cut], "suspend"), acting_user=user
    )
    play_series(series_ids=[each.pk for each in others], acting_user=None)
    game.refresh_from_db()
    assert game.status == Game.Status.SUSPENDED
    return game, entries[cut:]


def by_the_sheet(game: Game, side: int, reading: str) -> dict[int, tuple[int, int]]:
    """By card, the outs that the sheet leaves a player in relief, and those he has got."""
    series = game.series
    team, column = series.sides(game.number)[side], series.columns(game.number)[side]
    sheet = PitchingSheet.objects.get(team=team, event__key=series.scope)
    assert sheet.its_law.numbers.resumed_game == reading
    value = sheet_values([sheet])[sheet.pk]
    assert column in value.suspended
    law = replace(STANDARD, resumed_game=reading)
    cards = game.clubs[side]["cards"]
    found = {}
    for pitcher in pitchers_of(Card.objects.filter(pk__in=cards), "purestrat"):
        own = value.played(pitcher.key).get(value.place(column))
        outs = eligibility(value, law, pitcher, column, Role.RELIEF).outs
        found[pitcher.key] = (outs, own.outs if own is not None and not own.started else 0)
    return found


@pytest.mark.rule("T33.0h")
@pytest.mark.parametrize("reading", ["windows", SUM])
def test_t33_0h_a_game_that_goes_on_looks_back_and_forward(reading):
    game, rest = suspended(reading)
    then = [stored["pitchers"] for stored in game.clubs]
    wanted = [by_the_sheet(game, side, reading) for side in (0, 1)]
    assert any(
        outs < relief
        for side in (0, 1)
        for number, _, relieves, relief in then[side]
        if relieves
        for outs, got in [wanted[side][game.clubs[side]["cards"][number - 1]]]
        if not got
    ), "games played since have cost somebody outs"
    open_decisions(game)
    page = [stored["resumed"][-1]["pitchers"] for stored in game.clubs]
    game = add_entries(
        game_id=game.pk,
        after=len(game.entries),
        entries=rest[:1],
        acting_user=person("Home", is_staff=True),
    )
    assert game.status == Game.Status.IN_PROGRESS
    for side in (0, 1):
        stored = game.clubs[side]
        (resumed,) = stored["resumed"]
        assert resumed["pitchers"] == page[side], "what was shown is what holds"
        assert stored["pitchers"] == then[side], "what was played is replayed as it was"
        for number, _, relieves, outs in resumed["pitchers"]:
            left, got = wanted[side][stored["cards"][number - 1]]
            assert outs == left + got
            assert not (relieves and left == 0)


@pytest.mark.rule("T33.0h", "T33.0i")
def test_t33_0h_the_house_plays_it_on_within_the_law():
    game, _ = suspended()
    entries = list(game.entries)
    game = play_on(game_id=game.pk, acting_user=person("Director", is_staff=True))
    assert game.is_final
    assert list(game.entries[: len(entries)]) == entries
    assert all(check.holds for check in verify(game))
    assert not Violation.objects.exists()
    assert SheetColumn.objects.filter(key=f"game:{game.pk}", status="played").count() == 2
    # Once it is over nothing is reckoned anew.
    stored = [dict(club) for club in game.clubs]
    open_decisions(game)
    assert game.clubs == stored


@pytest.mark.rule("T33.0h")
def test_t33_0h_who_came_in_just_before_the_suspension_pitches_to_nobody_if_he_may_not_any_more():
    tournament = a_league_of_cards("windows")
    first, series, *later = Series.objects.filter(event__key=tournament.scope).order_by("pk")
    others = [first, *later]
    *_, last = play_series(series_ids=[series.pk], acting_user=None)
    entries, user = tuple(last.entries), person("Director", is_staff=True)
    void_game(game_id=last.pk, reason="For a test", acting_user=user)
    replaced = 0
    for cut in (at for at, entry in enumerate(entries, 1) if entry.startswith("pitch=")):
        with transaction.atomic():
            game = record_game(
                series_id=series.pk,
                number=LENGTH,
                transcript=(*entries[:cut], "suspend"),
                acting_user=user,
            )
            play_series(series_ids=[each.pk for each in others], acting_user=None)
            game = play_on(game_id=game.pk, acting_user=user)
            assert not Violation.objects.exists(), (cut, entries[cut - 1])
            assert all(check.holds for check in verify(game))
            replaced += any(entry.startswith("pitch=") for entry in game.entries[cut + 1 : cut + 3])
            transaction.set_rollback(True)
    assert replaced, "games played since have cost one of them what he was allowed"


def test_taken_back_before_the_suspension_a_game_allows_what_it_did():
    # Whom a manager may bring is another matter once the game goes on.
    game, rest = suspended(before_throws=3)
    entries = len(game.entries)
    game = add_entries(
        game_id=game.pk, after=entries, entries=rest[:3], acting_user=person("Home", is_staff=True)
    )
    rewind_game(
        game_id=game.pk,
        entry=entries + 2,
        reason="Wrong",
        acting_user=person("Other", is_staff=True),
    )
    game.refresh_from_db()
    assert all("resumed" in stored for stored in game.clubs), "the suspension stands"
    rewind_game(
        game_id=game.pk,
        entry=entries - 1,
        reason="Wrong",
        acting_user=person("Third", is_staff=True),
    )
    game.refresh_from_db()
    assert not any("resumed" in stored for stored in game.clubs)
    assert all(club.resumed == () for club in clubs_of(game))
