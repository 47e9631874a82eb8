"""The board as a list of work: what waits for the director stands first, and one press does it."""

import re
from html import unescape

import pytest
from django.test import Client
from zeal import zeal_ignore

from config.events.models import EventRole
from games.models import Game
from games.seriesday.services.clocks import begin_series
from pitching.models import Signature
from tests.builders import BACKEND, browser, director_of, league
from tests.games.seriesday.builders import a_day, claim
from tests.markup import even
from tournaments.services.play_out import play_round

pytestmark = pytest.mark.django_db


def items(client, made) -> list[tuple[str, str, list[dict[str, str]]]]:
    """Each line: its level, its sentence, and what its buttons send."""
    page = even(client.get(f"/t/{made.slug}/board/").content.decode())
    section = page.split('class="tb-work"')[1].split("</section>")[0]
    found = []
    for line in section.split("<li ")[1:]:
        level = re.search(r'data-level="(\w+)"', line)
        told = re.search(r"<p>(.*?)</p>", line, re.DOTALL)
        assert level is not None
        assert told is not None
        forms = [
            dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
            | {"label": unescape(re.findall(r">([^<]+)</button>", form)[0])}
            for form in line.split("<form ")[1:]
        ]
        words = unescape(re.sub(r"<[^>]+>", "", told.group(1)))
        found.append((level.group(1), " ".join(words.split()), forms))
    return found


def press(client, made, form: dict[str, str], page: str = "board"):
    answer = client.post(f"/t/{made.slug}/{page}/", form)
    assert answer.status_code == 302, answer.content
    return answer


def test_a_dispute_is_settled_and_sheets_are_signed_where_they_are_told():
    day = a_day(cards=True, length=1)
    dana = browser(day.director)
    begin_series(series_ids=[day.series.pk], acting_user=day.director)
    day.report(day.home, day.pitched(claim(4, 2)))
    # It is the other manager's to confirm, and nobody else's.
    page = dana.get(f"/t/{day.tournament.slug}/board/").content.decode()
    assert "confirms game 1" in page
    assert "Confirm" not in page
    day.report(day.away, day.pitched(claim(5, 2)))
    level, told, buttons = items(dana, day.tournament)[0]
    assert (level, "tell it differently" in told) == ("over", True)
    away, home = day.series.away, day.series.home
    pair = f"{away.abbreviation} {{}}, {home.abbreviation} 2"
    assert [each["label"] for each in buttons] == [
        f"{home.name} says {pair.format(4)}",
        f"{away.name} says {pair.format(5)}",
    ]
    press(dana, day.tournament, buttons[1])
    assert (day.game().status, day.game().away_runs) == (Game.Status.FINAL, 5)
    ((_, told, (sign,)),) = items(dana, day.tournament)
    assert "both sheets are unsigned" in told
    # Each of the two is locked by itself.
    with zeal_ignore([{"model": "pitching.SheetSeries", "field": "get()"}]):
        press(dana, day.tournament, sign)
    assert Signature.objects.filter(as_director=True).count() == 2
    assert dana.post(f"/t/{day.tournament.slug}/board/", sign).status_code == 422
    assert items(dana, day.tournament) == []


def test_the_green_button_is_the_next_sensible_act_from_the_first_clock_to_the_last_drawing():
    made = league(4)
    director = director_of(made)
    dana = browser(director)
    ((level, told, (begin,)),) = items(dana, made)
    assert (level, told) == ("next", "Round 1 may begin.")
    press(dana, made, begin)
    assert items(dana, made) == []
    for number in (1, 2, 3):
        play_round(tournament=made, number=number, acting_user=director)
    made.refresh_from_db()
    page = dana.get(f"/t/{made.slug}/board/").content.decode()
    assert made.state != "complete" or "tb-work" not in page


def test_what_waits_in_another_round_is_told_too():
    day = a_day(length=1)
    play_round(tournament=day.tournament, number=2, acting_user=day.director)
    day.report(day.home, claim(4, 2))
    director = browser(day.director)
    page = director.get(f"/t/{day.tournament.slug}/board/?round=3").content.decode()
    assert "confirms game 1" in page.split('class="tb-work"')[1].split("</section>")[0]


def test_two_directors_share_what_they_see_and_press_with_tokens_of_their_own():
    day = a_day(length=1)
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))
    EventRole.objects.create(event=day.tournament, user=day.away, role=EventRole.Role.DIRECTOR)
    at = f"/t/{day.tournament.slug}/board/?round=1"
    for user in (day.director, day.away):
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(user, backend=BACKEND)
        strict.get(at)
        part = strict.get(at, headers={"HX-Request": "true"}).content.decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', part)
        assert token is not None
        body = {"act": "extend", "series": day.series.pk, "minutes": "5", "round": "1"}
        refused = strict.post(at, body)
        assert refused.status_code == 403
        body["csrfmiddlewaretoken"] = token.group(1)
        assert strict.post(at, body).status_code == 302


def test_nothing_of_another_event_is_settled_from_a_board():
    day = a_day(length=1)
    elsewhere = league(4, name="Elsewhere", director=day.away)
    day.report(day.home, claim(4, 2))
    theirs = browser(day.away)
    body = {"act": "confirm", "game": day.game().pk, "version": "1"}
    refused = theirs.post(f"/t/{elsewhere.slug}/board/", body)
    assert 'data-code="no-such-game"' in refused.content.decode()
    sign = {"act": "sign", "series": day.series.pk}
    assert (
        'data-code="no-such-series"'
        in theirs.post(f"/t/{elsewhere.slug}/board/", sign).content.decode()
    )
