"""Squads of a sheet, as somebody typed it: whole or not at all."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from config.refusals import Refused
from rosters.drafts.pools import listed_parks
from rosters.models import Squad
from rosters.selectors.prospects import prospects
from tests.builders import browser, director_of, league
from tests.config.test_spreadsheets import workbook
from tests.rosters.builders import a_purestrat_set
from tests.rosters.drafts import a_league
from tournaments.models import Tournament
from tournaments.services.squads import enter_squads, read_squads

pytestmark = pytest.mark.django_db


def dealt(tournament: Tournament) -> list[list[str]]:
    """Rows of whole squads for its clubs, as the house would deal them."""
    other = league(
        tournament.entrants.count(),
        name="Other",
        system_key="purestrat",
        card_set=tournament.card_set.slug,
    )
    rows = []
    for entrant in other.entrants.all():
        squad = Squad.objects.get(event__key=other.scope, team=entrant.team)
        rows += [[str(entrant.number), spot.card.key] for spot in squad.spots.all()]
    return rows


def short_of_a_starter(tournament: Tournament, rows: list[list[str]]) -> list[list[str]]:
    """The same, but that the first club has three who may start: the others are players of the
    pool."""
    keys = dict(tournament.card_set.cards.values_list("pk", "key"))
    players = prospects(tournament.card_set)
    starters = {keys[player.key] for player in players if player.starts}
    others = sorted({keys[player.key] for player in players} - starters - {key for _, key in rows})
    starting = [row for row in rows if row[0] == "1" and row[1] in starters]
    return [["1", others.pop()] if row in starting[3:] else row for row in rows]


def sheet(rows) -> str:
    return "\n".join(["team;player", *(";".join(row) for row in rows)])


def test_squads_of_a_sheet_are_whole_or_not_at_all():
    tournament = a_league(4)
    director = director_of(tournament)
    rows = dealt(tournament)
    given = {"tournament": tournament, "meant": {}, "acting_user": director}

    def enter(rows, **more):
        return enter_squads(lines=read_squads(sheet(rows)), **{**given, **more})

    def codes(rows) -> set[str]:
        with pytest.raises(Refused) as error:
            enter(rows)
        assert not Squad.objects.filter(event__key=tournament.scope).exists()
        return {(each.code, each.place) for each in error.value.refusals}

    assert codes([["9", rows[0][1]], *rows[1:]]) == {("unknown-team", "row 2")}
    assert codes([["1", "Nobody Atall"], *rows[1:]]) == {("name-unknown", "row 2")}
    assert codes([*rows, ["2", rows[0][1]]]) == {("name-doubled", f"row {len(rows) + 2}")}
    assert codes(rows[1:]) == {("squad-size", "Ashford Aces")}
    for row, missing in ((["1", ""], "missing-player"), (["", rows[0][1]], "missing-team")):
        assert codes([row, *rows[1:]]) == {(missing, "row 2")}
    assert codes(short_of_a_starter(tournament, rows)) == {("starters-impossible", "Ashford Aces")}
    assert enter(rows) == 4
    squads = Squad.objects.filter(event__key=tournament.scope)
    assert [squad.spots.count() for squad in squads] == [25] * 4
    # A club that the sheet does not name keeps its players, and nobody else has them.
    with pytest.raises(Refused) as error:
        enter([["1", rows[-1][1]], *rows[1:25]])
    assert [each.code for each in error.value.refusals] == ["player-taken"]
    assert enter(rows[:25]) == 1
    assert squads.count() == 4


def test_a_sheet_gives_a_club_one_park_and_each_park_to_one_club():
    tournament = a_league(4)
    director = director_of(tournament)
    first, second = [park.pick.name for park in listed_parks(tournament.card_set).values()][:2]
    rows = dealt(tournament)
    end = len(rows) + 2

    def faults(*more) -> list[tuple[str, str]]:
        with pytest.raises(Refused) as error:
            enter_squads(
                tournament=tournament,
                lines=read_squads(sheet([*rows, *more])),
                meant={},
                acting_user=director,
            )
        assert not Squad.objects.filter(event__key=tournament.scope).exists()
        return [(each.code, each.place) for each in error.value.refusals]

    one, other = ["1", first], ["1", second]
    assert faults(one, other) == [("second-park", f"row {end + 1}")]
    assert faults(one, ["2", first]) == [("park-taken", f"row {end + 1}")]
    given = {"tournament": tournament, "meant": {}, "acting_user": director}
    assert enter_squads(lines=read_squads(sheet([*rows, one, ["2", second]])), **given) == 4
    homes = Squad.objects.filter(event__key=tournament.scope, ballpark__isnull=False)
    assert sorted(homes.values_list("ballpark__name", flat=True)) == sorted([first, second])


def test_a_squad_of_a_sheet_that_leaves_a_position_open_is_refused_with_the_club():
    tournament = a_league(4)
    director = director_of(tournament)
    rows = dealt(tournament)
    catchers = set(
        tournament.card_set.cards.filter(positions__icontains="c", kind="hitter").values_list(
            "key", flat=True
        )
    )
    mine = [row for row in rows if row[0] == "1"]
    kept = [row for row in mine if row[1] not in catchers]
    dealt_keys = {row[1] for row in rows}
    others = tournament.card_set.cards.filter(kind="hitter").exclude(key__in=dealt_keys)
    free = [key for key in others.values_list("key", flat=True) if key not in catchers]
    filled = [*kept, *(["1", key] for key in free[: len(mine) - len(kept)])]
    assert len(filled) == len(mine)
    with pytest.raises(Refused) as error:
        enter_squads(
            tournament=tournament,
            lines=read_squads(sheet([*filled, *(row for row in rows if row[0] != "1")])),
            meant={},
            acting_user=director,
        )
    assert {each.place for each in error.value.refusals} == {"Ashford Aces"}
    assert all(each.message.startswith("Ashford Aces: ") for each in error.value.refusals)
    assert not Squad.objects.filter(event__key=tournament.scope).exists()


def test_a_name_of_two_is_asked_about_and_settled_by_row():
    tournament = a_league(4)
    director = director_of(tournament)
    one, other = tournament.card_set.cards.filter(kind="hitter")[:2]
    other.name = one.name
    other.save()
    lines = read_squads(sheet([["ASH", one.name]]))
    with pytest.raises(Refused) as error:
        enter_squads(tournament=tournament, lines=lines, meant={}, acting_user=director)
    (doubt,) = error.value.refusals
    assert (doubt.code, doubt.facts["row"]) == ("name-doubtful", 2)
    assert {pk for pk, _ in doubt.facts["meant"]} == {one.pk, other.pk}
    with pytest.raises(Refused) as error:
        enter_squads(tournament=tournament, lines=lines, meant={2: one.pk}, acting_user=director)
    assert error.value.code == "squad-size"
    # A card of another set is nobody here, whoever says so.
    stranger = a_purestrat_set("Other cards").cards.first()
    settled = {2: stranger.pk}
    with pytest.raises(Refused) as error:
        enter_squads(tournament=tournament, lines=lines, meant=settled, acting_user=director)
    assert error.value.code == "wrong-pool"


def test_an_answer_is_for_the_name_that_was_asked_about_and_not_for_its_row():
    tournament = a_league(4)
    office = browser(director_of(tournament))
    address = f"/t/{tournament.slug}/squads/"
    rows = dealt(tournament)
    cards = tournament.card_set.cards
    one, other = cards.exclude(key__in=[key for _, key in rows])[:2]
    cards.filter(pk=other.pk).update(name=one.name)
    asked = office.post(address, {"sheet": sheet([["1", one.name], *rows[1:]])})
    (doubt,) = asked.context["doubts"]
    answer = {doubt.name: str(other.pk), f"asked-{doubt.row}": doubt.stored}
    entered = office.post(address, {"sheet": sheet(rows), **answer})
    assert entered.status_code == 302
    squad = Squad.objects.get(
        event__key=tournament.scope, team=tournament.entrants.get(number=1).team
    )
    keys = {spot.card.key for spot in squad.spots.all()}
    assert keys == {key for number, key in rows if number == "1"}


def test_the_page_asks_who_is_meant_and_keeps_the_sheet():
    tournament = a_league(4)
    office = browser(director_of(tournament))
    address = f"/t/{tournament.slug}/squads/"
    assert office.get(address).status_code == 200
    one, other = tournament.card_set.cards.filter(kind="hitter")[:2]
    other.name = one.name
    other.save()
    answer = office.post(address, {"sheet": sheet([["ASH", one.name]])})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Who is meant?" in page
    assert f'<option value="{one.pk}">' in page
    rows = sheet(dealt(tournament))
    assert office.post(address, {"sheet": rows}).status_code == 302
    assert Squad.objects.filter(event__key=tournament.scope).count() == 4
    assert len(office.get(address).content.decode().splitlines()) > 100


@pytest.mark.parametrize(
    ("form", "how"),
    [
        ("utf-8", ""),
        ("utf-16", " Read as UTF-16."),
        ("cp1252", " Read as Windows-1252, as it is no UTF-8: look at the accents."),
        ("xlsx", " Read as a workbook, its first sheet."),
    ],
)
def test_a_file_of_squads_is_read_as_a_spreadsheet_writes_it_and_says_how(form: str, how: str):
    tournament = a_league(4)
    rows = [["Team", "Player", "Café"], *dealt(tournament)]
    if form == "xlsx":
        cells = {at: dict(zip("ABC", row, strict=False)) for at, row in enumerate(rows, 1)}
        data = workbook(cells)
    else:
        data = "\r\n".join(";".join(row) for row in rows).encode(form)
    answer = browser(director_of(tournament)).post(
        f"/t/{tournament.slug}/squads/", {"file": SimpleUploadedFile("squads", data)}, follow=True
    )
    assert [str(each) for each in answer.context["messages"]] == [f"4 squads are entered.{how}"]
    assert Squad.objects.filter(event__key=tournament.scope).count() == 4
