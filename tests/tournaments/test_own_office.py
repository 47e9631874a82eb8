"""The office of directors who are not of the staff: their own events, and nothing of others."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.urls import get_resolver, reverse
from django.utils import timezone

from games.models import Game, Series
from games.scheduling.models import MeetingTime
from games.seriesday.models import Absence, GameReport, Ruling, SeriesClock
from games.seriesday.services.rulings import Violation, open_ruling
from pitching.models import PitchingSheet
from rosters.models import CardSet, TeamMember
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.config.test_access import browsers, walk
from tests.games.seriesday.builders import a_day, claim
from tests.personas import VISITORS, an_event, nothing_lasts
from tests.rosters.builders import a_purestrat_set
from tournaments.models import Entrant, Invite
from tournaments.own_office import office

pytestmark = pytest.mark.django_db


OF_A_DAY = (Series, Game, GameReport, Ruling, SeriesClock, Absence, MeetingTime, PitchingSheet)


def full(**changes: Any):
    """An event with a row of every kind that the office lists."""
    slug = (CardSet.objects.first() or a_purestrat_set()).slug
    day = a_day(length=1, system_key="purestrat", card_set=slug, **changes)
    day.report(day.home, day.pitched(claim()))
    SeriesClock.objects.create(series=day.series, begun_at=timezone.now())
    home = day.series.home
    Absence.objects.create(series=day.series, team=home, told_by=day.away, by_himself=False)
    MeetingTime.objects.create(
        series=day.series, team=home, begins=timezone.now(), proposed_by=day.home
    )
    open_ruling(
        series_id=day.series.pk,
        number=1,
        violation=Violation("other", "Something was wrong.", offender=home.pk),
        acting_user=day.away,
    )
    return day


@pytest.fixture
def two():
    """Two events with directors of their own."""
    one = full(name="Mine", director=person("One"))
    for user in (one.home, one.away):
        user.email = f"first-{user.email}"
        user.save()
    return one, full(name="Theirs", director=person("Two"))


def listed(ask, model: type[Model], **asked: str) -> set[Any]:
    where = reverse(f"office:{model._meta.app_label}_{model._meta.model_name}_changelist")
    answer = ask.get(where, asked)
    assert answer.status_code == 200, (model, answer.status_code)
    return {row.pk for row in answer.context["cl"].result_list}


def test_every_list_has_what_lies_in_ones_own_events_and_nothing_else(two):
    mine, theirs = (browser(day.director) for day in two)
    for model in office._registry:
        first, second = listed(mine, model), listed(theirs, model)
        assert first, model
        assert second, model
        assert not first & second, model
        assert first | second == set(model._default_manager.values_list("pk", flat=True)), model


@pytest.mark.long
def test_no_page_of_another_event_opens_and_ones_own_do(two):
    mine, theirs = (browser(day.director) for day in two)
    # Asked once for each kind of thing in a process.
    ContentType.objects.get_for_models(*office._registry)
    for model in office._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        other = min(listed(theirs, model))
        for page in ("change", "history", "delete"):
            answer = mine.get(reverse(f"office:{name}_{page}", args=[other]))
            assert answer.status_code in (302, 403, 404), (model, page)
        shown = mine.get(reverse(f"office:{name}_change", args=[min(listed(mine, model))]))
        assert shown.status_code == 200, model
        assert "Theirs" not in shown.content.decode(), model
        assert 'href="/admin/' not in shown.content.decode(), model


def test_every_row_of_a_day_leads_to_its_page_on_the_site(two):
    mine = browser(two[0].director)
    for model in OF_A_DAY:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.get(pk=min(listed(mine, model)))
        address = row.get_absolute_url()
        assert mine.get(address).status_code == 200, model
        lists = mine.get(reverse(f"office:{name}_changelist")).content.decode()
        assert f'href="{address}"' in lists, model


def test_a_rows_page_leads_to_the_site_as_its_list_does(two):
    row = two[0].series.rulings.get()
    page = browser(two[0].director).get(reverse("office:seriesday_ruling_change", args=[row.pk]))
    text = page.content.decode()
    assert f'href="{row.get_absolute_url()}"' in text
    # Django's own way there is closed in this office.
    assert "/office/r/" not in text


def test_the_first_page_and_the_filters_name_ones_own_events_only(two):
    mine = browser(two[0].director)
    pages = ["/office/", "/office/games/", "/office/games/series/", "/office/seriesday/ruling/"]
    for address in pages:
        text = mine.get(address).content.decode()
        assert "Theirs" not in text, address
        assert 'href="/admin/' not in text, address
    assert "Mine" in mine.get("/office/").content.decode()
    assert f"/t/{two[0].tournament.slug}/board/" in mine.get("/office/").content.decode()
    assert listed(mine, Game, event=two[1].tournament.scope) == listed(mine, Game)


def test_lists_are_narrowed_down_by_their_filters_and_by_nothing_else(two):
    mine = browser(two[0].director)
    for address in ("games/game", "seriesday/gamereport", "tournaments/tournament"):
        for lookup in (
            "seed__startswith=a",
            "series__seed__startswith=a",
            "created_by__email__startswith=a",
            "told_by__password__startswith=a",
            "transcript__startswith=6",
        ):
            answer = mine.get(f"/office/{address}/?{lookup}")
            assert answer.status_code in (302, 400), (address, lookup)


def test_an_action_upon_games_of_another_event_does_nothing(two):
    one, other = two
    games = [one.game(), other.game()]
    browser(one.director).post(
        "/office/games/game/",
        {
            "action": "take_off_the_books",
            "confirmed": "yes",
            "reason": "the wrong table",
            "_selected_action": [game.pk for game in games],
        },
    )
    for game in games:
        game.refresh_from_db()
    assert [game.status for game in games] == [Game.Status.VOID, Game.Status.REPORTED]


def office_addresses() -> Iterator[str]:
    for _, route, _ in walk(get_resolver().url_patterns):
        if not route.startswith("office/") or route.startswith("office/login/"):
            continue
        path = route.replace("\\Z", "").replace("$", "")
        while "<" in path:
            head, _, rest = path.partition("<")
            path = f"{head}1{rest.partition('>')[2]}"
        if "(" not in path and "?" not in path:
            yield f"/{path}"


@pytest.mark.long
def test_whoever_directs_nothing_finds_no_office():
    _, people = an_event("public")
    may = {"director", "director elsewhere"}
    visitors = zip(VISITORS, browsers(people), strict=True)
    strangers = [ask for who, ask in visitors if who not in may]
    found = list(office_addresses())
    assert len(found) > 40
    for url in found:
        for ask in strangers:
            for method in ("get", "post"):
                with nothing_lasts():
                    answer = ask(method, url)
                assert answer.status_code in (302, 404), url
                if answer.status_code == 302:
                    assert answer["Location"].startswith(("/office/login/", "/office/")), url
    assert browser(person("Nobody")).get("/office/login/").status_code == 404
    signed_out = browser().get("/office/login/?next=/office/")
    assert signed_out["Location"] == "/account/sign-in/?next=/office/"


def test_what_reaches_beyond_the_lists_is_closed():
    mine = browser(director_of(league(4)))
    for address in ("search/?s=theirs", "r/1/1/", "autocomplete/", "password_change/"):
        assert mine.get(f"/office/{address}").status_code == 404, address


def test_a_substitute_is_named_after_it_was_said_what_that_changes():
    tournament = league(4)
    manager(tournament, 1, "Own")
    spare = manager(tournament, 3, "Spare")
    mine = browser(director_of(tournament))
    club = entrant(tournament, 1)
    sent = {"action": "name_a_substitute", "_selected_action": [club.pk]}
    asked = mine.post("/office/tournaments/entrant/", sent).content.decode()
    assert "reports and signs for it" in asked
    assert f'<option value="{spare.pk}">' in asked
    assert not TeamMember.objects.filter(team=club.team, user=spare).exists()
    mine.post("/office/tournaments/entrant/", {**sent, "confirmed": "yes", "person": spare.pk})
    named = TeamMember.objects.get(team=club.team, user=spare)
    assert (named.role, named.ends_with) == (TeamMember.Role.SUBSTITUTE, "")
    assert '<option value="round:2">' in asked
    body = {**sent, "confirmed": "yes", "person": spare.pk, "ends": "round:2"}
    mine.post("/office/tournaments/entrant/", body)
    named.refresh_from_db()
    assert named.ends_with == f"round:{tournament.pk}-2"
    for wrong in ("rain", "round:x", "replacement:1"):
        mine.post("/office/tournaments/entrant/", {**body, "ends": wrong})
    named.refresh_from_db()
    assert named.ends_with == f"round:{tournament.pk}-2"


def test_nobody_from_elsewhere_is_named():
    tournament = league(4)
    manager(tournament, 1, "Own")
    stranger = person("Stranger")
    sent = {
        "action": "name_a_substitute",
        "_selected_action": [entrant(tournament, 2).pk],
        "confirmed": "yes",
        "person": stranger.pk,
    }
    browser(director_of(tournament)).post("/office/tournaments/entrant/", sent)
    assert not TeamMember.objects.filter(user=stranger).exists()


def test_managers_are_invited_with_a_link_for_each_club():
    tournament = league(4)
    mine = browser(director_of(tournament))
    clubs = list(Entrant.objects.filter(tournament=tournament, number__in=(1, 2)))
    sent = {"action": "invite_managers", "_selected_action": [club.pk for club in clubs]}
    asked = mine.post("/office/tournaments/entrant/", sent).content.decode()
    assert "a link is made" in asked
    assert not Invite.objects.exists()
    done = mine.post("/office/tournaments/entrant/", {**sent, "confirmed": "yes"}, follow=True)
    assert Invite.objects.count() == 2
    assert done.content.decode().count("/join/") == 2


def test_a_correction_leads_to_the_page_that_shows_what_it_changes():
    day = a_day()
    day.report(day.director, claim())
    answer = browser(day.director).post(
        "/office/games/game/",
        {"action": "correct_the_result", "_selected_action": [day.game().pk]},
    )
    assert answer["Location"] == f"/series/{day.series.pk}/games/1/report/"


def test_the_desk_leads_to_the_office_and_back():
    tournament = league(4)
    mine = browser(director_of(tournament))
    where = f"/office/tournaments/tournament/{tournament.pk}/change/"
    assert where in mine.get(f"/t/{tournament.slug}/desk/").content.decode()
    assert mine.get(where).status_code == 200
    page = mine.get("/office/tournaments/tournament/").content.decode()
    assert f"/t/{tournament.slug}/desk/" in page
