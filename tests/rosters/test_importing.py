import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rosters.models import ClubSeason, Player, PlayerSeason, Source
from rosters.services.importing import store_fictional_league
from rosters.sources.known import RETROSHEET
from rosters.stats.plain import batting_line, fielding_line, pitching_line, splits

FIXTURE = Path(__file__).parent / "sources" / "fixtures" / "lahman"

pytestmark = [pytest.mark.servers("bulk"), pytest.mark.django_db]


def import_lahman(path, *years):
    call_command("import_lahman", str(path), "--years", *years)


def snapshot():
    return list(PlayerSeason.objects.order_by("pk").values())


def test_a_year_is_imported_once_and_the_counts_are_told(capsys):
    import_lahman(FIXTURE, "1986")
    said = capsys.readouterr().out
    assert "1986: 2 players, 2 lines of a single league" in said
    assert "Batting: 3 rows read, 3 used" in said
    assert RETROSHEET in said
    before = snapshot()
    import_lahman(FIXTURE, "1986")
    assert snapshot() == before
    assert Player.objects.count() == 2
    assert PlayerSeason.objects.filter(whole=True).count() == 2


def test_the_page_of_sources_names_what_was_imported_and_what_is_built_in(client):
    before = client.get("/sources/").content.decode()
    assert "copyrighted by Retrosheet" in before
    assert "Sean Lahman" not in before
    import_lahman(FIXTURE, "1986")
    assert "copyright Sean Lahman" in client.get("/sources/").content.decode()
    rows = client.get("/api/v1/sources/").json()["results"]
    told = {row["key"]: row for row in rows}["lahman"]
    assert RETROSHEET in told["attribution"]


def test_spans_of_years_and_years_without_rows(capsys):
    import_lahman(FIXTURE, "1985-1987")
    said = capsys.readouterr().out
    assert "1987: 1 players" in said
    assert "1985: the database has no rows" in said
    with pytest.raises(CommandError, match="neither a year nor a span"):
        import_lahman(FIXTURE, "2001-1998")


def test_lines_come_back_as_they_went_in():
    import_lahman(FIXTURE, "1986")
    season = PlayerSeason.objects.get(player__key="bravobo01", whole=True)
    assert pitching_line(season.pitching).outs == season.outs == 600
    assert (season.starts, season.relief_games, season.positions) == (28, 2, "p")
    assert batting_line(season.batting).at_bats == 2
    assert fielding_line(season.fielding[0]).assists == 25
    assert splits(season.batting_splits) is None


def test_a_refused_row_leaves_nothing_behind(tmp_path, capsys):
    database = shutil.copytree(FIXTURE, tmp_path / "lahman")
    path = database / "Pitching.csv"
    path.write_text(path.read_text().replace("600,180", "six,180"))
    with pytest.raises(CommandError):
        import_lahman(database, "1986", "1987")
    assert "Pitching.csv, line 2, column IPouts" in capsys.readouterr().err
    assert not Player.objects.exists()
    assert not PlayerSeason.objects.exists()


def test_what_vanished_from_the_source_vanishes_here(tmp_path):
    import_lahman(FIXTURE, "1986")
    database = shutil.copytree(FIXTURE, tmp_path / "lahman")
    for name in ("Batting", "Fielding"):
        path = database / f"{name}.csv"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if ",2,BBB,NL," not in line]
        path.write_text("".join(kept), encoding="utf-8")
    import_lahman(database, "1986")
    (season,) = PlayerSeason.objects.filter(player__key="alphaal01")
    assert (season.league, season.whole, season.teams) == ("AL", True, ["AAA"])


def test_the_fictional_league_is_stored_whole():
    stored = store_fictional_league(acting_user=None)
    assert stored.seasons == PlayerSeason.objects.count() == 1100
    again = store_fictional_league(acting_user=None)
    assert (again, Player.objects.count()) == (stored, 1100)
    assert Source.objects.get().kind == Source.Kind.INVENTED
    assert not ClubSeason.objects.exists()
    season = PlayerSeason.objects.filter(batting_splits__isnull=False).first()
    assert splits(season.batting_splits).left.at_bats > 0
