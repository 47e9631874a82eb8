"""An event is announced, people sign up for it and check in, and the waiting list moves up."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from config.journal.models import Action
from tests.at_once import at_once
from tests.builders import browser, director_of, league, manager, person
from tests.markup import even
from tournaments.day.models import Announcement, Day, SignUp
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.services.events import start_tournament
from tournaments.tasks import lapse_offers_of_places

pytestmark = pytest.mark.django_db

ANNOUNCED = {
    "act": "announce",
    "is_open": "on",
    "place": "Legion Hall, Ottawa",
    "map_url": "https://maps.example/legion",
    "hours": "Saturday from nine",
    "fee": "Ten dollars, lunch included",
    "places": "2",
    "offer_hours": "48",
    "about": "Bring <b>dice</b>.",
}


@pytest.fixture(autouse=True)
def after_commit(django_capture_on_commit_callbacks):
    """Mails go out when a transaction is through."""
    with django_capture_on_commit_callbacks(execute=True):
        yield


def announced(**changes: str):
    made = league(4, started=False)
    dana = browser(director_of(made))
    assert dana.post(at(made), {**ANNOUNCED, **changes}).status_code == 302
    return made, dana


def at(made: Tournament) -> str:
    return f"/t/{made.slug}/announcement/"


def signs_up(made: Tournament, who: str, **changes: str):
    body = {
        "act": "sign-up",
        "name": who,
        "town": "Ottawa",
        "email": f"{who.lower()}@example.org",
        "club": f"{who}'s club",
        **changes,
    }
    return browser().post(at(made), body)


def link_in(message) -> str:
    found = re.search(r"/sign-ups/\w+/", message.body)
    assert found is not None
    return found.group()


def test_an_event_is_announced_and_says_nothing_before_that():
    made = league(4, started=False)
    stranger = browser()
    assert stranger.get(at(made)).status_code == 404
    assert "Announcement" not in stranger.get(f"/t/{made.slug}/").content.decode()
    assert browser(director_of(made)).post(at(made), ANNOUNCED).status_code == 302
    page = stranger.get(at(made)).content.decode()
    for words in ("Legion Hall, Ottawa", "Saturday from nine", "Ten dollars", "2, 2 free"):
        assert words in page
    assert "Bring &lt;b&gt;dice&lt;/b&gt;." in page
    assert "Announcement" in stranger.get(f"/t/{made.slug}/").content.decode()
    assert stranger.post(at(made), ANNOUNCED).status_code == 404
    bad = browser(director_of(made)).post(at(made), {**ANNOUNCED, "map_url": "javascript:1"})
    assert bad.status_code == 422
    assert Announcement.objects.get(tournament=made).map_url == ANNOUNCED["map_url"]


def test_people_sign_up_confirm_wait_and_move_up(django_capture_on_commit_callbacks):
    made, _ = announced()
    for name in ("Ann", "Ben", "Cy"):
        with django_capture_on_commit_callbacks(execute=True):
            assert signs_up(made, name).status_code == 302
    assert [message.to for message in mail.outbox] == [
        [f"{name}@example.org"] for name in ("ann", "ben", "cy")
    ]
    page = browser().get(at(made)).content.decode()
    # Nobody has a place who has not confirmed; nobody's address is shown.
    assert "The list is empty" in page
    links = [link_in(message) for message in mail.outbox]
    for link in links:
        # Looking confirms nothing: a program that follows links has signed nobody up.
        assert "You have no place yet" in browser().get(link).content.decode()
        with django_capture_on_commit_callbacks(execute=True):
            browser().post(link, {"act": "confirm"})
    assert "number 1 on the waiting list" in browser().get(links[2]).content.decode()
    page = browser().get(at(made)).content.decode()
    assert "ann@example.org" not in page
    assert "waits 1" in page
    mail.outbox.clear()
    with django_capture_on_commit_callbacks(execute=True):
        browser().post(links[0], {"act": "withdraw"})
    assert [message.to for message in mail.outbox] == [["cy@example.org"]]
    assert "a place is free" in mail.outbox[0].subject
    states = dict(SignUp.objects.values_list("name", "state"))
    assert states == {"Ann": "withdrawn", "Ben": "coming", "Cy": "offered"}
    until = SignUp.objects.get(name="Cy").offered_until
    assert f"{until:%-d %B, %H:%M} (UTC)" in mail.outbox[0].body
    assert "A place is free." in browser().get(links[2]).content.decode()
    assert browser().post(links[2], {"act": "accept"}).status_code == 302
    assert "You have a place." in browser().get(links[2]).content.decode()
    assert browser().post(links[0], {"act": "confirm"}).status_code == 422
    log = set(Action.objects.filter(scope=made.scope).values_list("code", flat=True))
    assert {"sign-up-confirmed", "sign-up-withdrawn", "place-offered", "place-taken"} <= log


def test_whoever_signs_up_twice_is_one_and_what_is_wrong_is_refused():
    made, dana = announced()
    signs_up(made, "Ann")
    signs_up(made, "Ann", email="ANN@example.org")
    assert SignUp.objects.count() == 1
    for changes in ({"email": "nowhere"}, {"email": ""}, {"name": ""}, {"town": "x" * 99}):
        answer = signs_up(made, "Bob", **changes)
        assert answer.status_code == 422
        assert 'name="club" value="Bob&#x27;s club"' in answer.content.decode()
    dana.post(at(made), {**ANNOUNCED, "closes_at": "2020-01-01T00:00"})
    assert 'data-code="sign-up-closed"' in signs_up(made, "Bob").content.decode()
    assert SignUp.objects.count() == 1
    assert browser().get("/sign-ups/none/").status_code == 404


def test_two_people_of_one_address_are_both_on_the_list(django_capture_on_commit_callbacks):
    made, dana = announced()
    for name in ("Ann", "Ben"):
        with django_capture_on_commit_callbacks(execute=True):
            assert signs_up(made, name, email="family@example.org").status_code == 302
    links = {link_in(message) for message in mail.outbox}
    assert len(links) == 2
    for link in links:
        browser().post(link, {"act": "confirm"})
    assert set(SignUp.objects.values_list("name", "state")) == {
        ("Ann", "coming"),
        ("Ben", "coming"),
    }
    sheet = "Cy,,,family@example.org\nann,,,family@example.org"
    refused = dana.post(at(made), {"act": "import", "people": sheet})
    assert "line 2" in refused.content.decode()
    assert 'data-code="signed-up-already"' in refused.content.decode()
    sheet = "Cy,,,family@example.org"
    assert dana.post(at(made), {"act": "import", "people": sheet}).status_code == 302


def test_a_list_is_put_in_from_a_sheet_its_clubs_entered_and_more_places_let_more_in():
    made, dana = announced()
    sheet = "Ann;Ottawa;Hill Crows;ann@example.org\nBen\tHull\nCy, Kanata, Larks"
    assert dana.post(at(made), {"act": "import", "people": sheet}).status_code == 302
    assert list(SignUp.objects.values_list("name", "state")) == [
        ("Ann", "coming"),
        ("Ben", "coming"),
        ("Cy", "waiting"),
    ]
    wrong = dana.post(
        at(made), {"act": "import", "people": "Di\nEd, x, y, nowhere\nAnn,,,ann@example.org"}
    )
    assert wrong.status_code == 422
    text = wrong.content.decode()
    assert "line 2" in text
    assert 'data-code="signed-up-already"' in text
    assert SignUp.objects.count() == 3
    dana.post(at(made), {**ANNOUNCED, "places": "3"})
    assert SignUp.objects.filter(state="coming").count() == 3
    assert dana.post(at(made), {"act": "enter"}).status_code == 302
    names = set(made.entrants.values_list("team__name", flat=True))
    assert {"Hill Crows", "Club of Ben", "Larks"} <= names
    assert dana.post(at(made), {"act": "enter"}).status_code == 422
    rows = dana.get(f"{at(made)}people.csv").content.decode("utf-8-sig")
    assert "ann@example.org" in rows


def put_on(client, made, people: str) -> tuple[list[tuple[str, str]], list[str]]:
    """What was wrong with a list, by code and place, and what the page said of it."""
    answer = client.post(at(made), {"act": "import", "people": people}, follow=True)
    refusals = answer.context.get("refusals") or ()
    said = [str(each) for each in answer.context["messages"]]
    return [(each.code, each.place) for each in refusals], said


def test_a_list_says_as_what_it_was_read_and_takes_no_address_for_a_town():
    made, dana = announced()
    assert put_on(dana, made, "Ann, ann@example.org")[0] == [("address-not-here", "line 1, town")]
    assert put_on(dana, made, "Ann, Ottawa, Crows, ann@example.org, Bea, Cy")[0] == [
        ("too-many-cells", "line 1")
    ]
    assert put_on(dana, made, "Name;E-Mail;Name\nAnn;;Bea")[0] == [("column-twice", "line 1")]
    assert not SignUp.objects.exists()
    read_as = "2 put on the list, read as name, e-mail."
    people = "Name; E-Mail Address; Town\nAnn; ann@example.org;\nBen;;"
    assert put_on(dana, made, people) == ([], [read_as])
    ann = SignUp.objects.get(name="Ann")
    assert (ann.email, ann.town) == ("ann@example.org", "")
    # Again, also those who have no address are on it already.
    assert put_on(dana, made, people)[0] == [
        ("signed-up-already", "line 2"),
        ("signed-up-already", "line 3"),
    ]
    api = dana.post(
        f"/api/v1/tournaments/{made.slug}/sign-ups/import/",
        {"people": "Cy,Hull"},
        content_type="application/json",
    )
    assert api.json() == {"count": 1, "columns": ["name", "town"]}
    public = browser().get(f"/api/v1/tournaments/{made.slug}/sign-ups/").content.decode()
    assert "Hull" in public
    assert "@" not in public


def test_an_address_that_strangers_type_again_and_again_is_mailed_once_in_a_while(
    time_machine, django_capture_on_commit_callbacks
):
    made, _ = announced()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(5):
            assert signs_up(made, "Ann").status_code == 302
    assert [each.to for each in mail.outbox] == [["ann@example.org"]]
    time_machine.move_to(timezone.now() + timedelta(minutes=11))
    with django_capture_on_commit_callbacks(execute=True):
        signs_up(made, "Ann")
    assert len(mail.outbox) == 2
    # Who never confirms takes up no room for long.
    time_machine.move_to(timezone.now() + timedelta(days=3))
    signs_up(made, "Bob")
    assert [row.name for row in SignUp.objects.all()] == ["Bob"]


def test_those_in_the_room_say_so_by_its_code_and_the_director_sees_who_is_missing():
    made, dana = announced(places="")
    dana.post(at(made), {"act": "import", "people": "Ann\nBen\nCy"})
    assert dana.get(f"{at(made)}poster/").status_code == 404
    dana.post(at(made), {"act": "door"})
    door = f"/here/{Announcement.objects.get().door_key}/"
    poster = even(dana.get(f"{at(made)}poster/").content.decode())
    assert 'class="hh-code"' in poster
    # Whoever has no camera types it; a director opens it on the tablet at the door.
    assert f'<a href="{door}">testserver{door}</a>' in poster
    ann, ben, _ = SignUp.objects.order_by("pk")
    stranger = browser()
    assert stranger.post(door, {"person": ann.pk}).status_code == 302
    ann.refresh_from_db()
    first = ann.here_at
    stranger.post(door, {"person": ann.pk})
    ann.refresh_from_db()
    assert ann.here_at == first
    assert stranger.post(door, {"person": "0"}).status_code == 422
    dana.post(at(made), {"act": "here", "person": ben.pk, "here": "yes"})
    page = " ".join(even(dana.get(at(made)).content.decode()).split())
    assert "<strong>Missing:</strong> Cy." in page
    dana.post(at(made), {"act": "here", "person": ben.pk, "here": "no"})
    assert "Ben, Cy." in " ".join(even(dana.get(at(made)).content.decode()).split())
    # Nobody else's list: a person of another event is nobody here.
    other = league(4, name="Other", started=False, director=person("Olaf"))
    browser(director_of(other)).post(at(other), {**ANNOUNCED})
    refused = browser(director_of(other)).post(at(other), {"act": "take-off", "person": ann.pk})
    assert refused.status_code == 422


def test_who_has_checked_in_is_told_his_club_his_table_and_what_to_do():
    made, dana = announced(places="")
    club = made.entrants.select_related("team").get(number=1)
    other = made.entrants.select_related("team").get(number=2)
    dana.post(at(made), {"act": "import", "people": "Ann\nBen"})
    SignUp.objects.filter(name="Ann").update(club=club.team.name.upper())
    dana.post(at(made), {"act": "door"})
    door = f"/here/{Announcement.objects.get().door_key}/"
    ann, ben = SignUp.objects.order_by("pk")
    phone = browser()

    def landing(person: SignUp) -> str:
        answer = phone.post(door, {"person": person.pk}, follow=True)
        assert answer.redirect_chain == [(f"{door}?you={person.pk}", 302)]
        return " ".join(answer.content.decode().split())

    # Before anybody is here nothing is told about him; a strange number is nobody.
    for asked in (ann.pk, 0, "x"):
        assert "What to do next" not in phone.get(door, {"you": asked}).content.decode()
    assert "No club is entered for you yet" in landing(ben)
    page = landing(ann)
    assert f"Ann: {club.team.name}" in page
    assert "Wait until the director starts play." in page
    Day.objects.update_or_create(
        tournament=made, defaults={"first_table": 5, "begins_at": timezone.now()}
    )
    start_tournament(tournament=made, acting_user=director_of(made))
    meeting = next(
        each
        for each in load_league(Tournament.objects.get(pk=made.pk)).meetings
        if club in (each.away, each.home)
    )
    against = meeting.away if meeting.home == club else meeting.home
    page = landing(ann)
    assert f"<strong>{against.team.name}</strong>" in page
    assert '<strong class="dy-table">' in page
    assert f'href="/series/{meeting.series_id}/"' in page
    # A manager's own phone knows his club, whatever the list says.
    phone.force_login(manager(made, 2))
    assert f"Ben: {other.team.name}" in landing(ben)


def test_a_table_stands_wherever_its_series_does():
    made = league(4)
    Day.objects.create(tournament=made, first_table=21)
    reader = browser()
    first = load_league(made).rounds[0].drawn[0]
    for path in (f"/t/{made.slug}/schedule/", f"/t/{made.slug}/teams/{first.home.number}/"):
        assert "Table 21" in reader.get(path).content.decode(), path
    page = reader.get(f"/series/{first.series_id}/").content.decode()
    assert "It is played at <strong>table 21</strong>." in page
    made.day.first_table = None
    made.day.save()
    assert "It is played at" not in reader.get(f"/series/{first.series_id}/").content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.served
def test_thirty_phones_check_in_at_the_same_moment_and_each_is_here_once():
    made = league(4, started=False)
    dana = browser(director_of(made))
    dana.post(at(made), {**ANNOUNCED, "places": ""})
    names = "\n".join(f"Manager {number}" for number in range(1, 31))
    dana.post(at(made), {"act": "import", "people": names})
    dana.post(at(made), {"act": "door"})
    door = f"/here/{Announcement.objects.get().door_key}/"
    people = list(SignUp.objects.order_by("pk").values_list("pk", flat=True))
    # Each presses twice.
    answers = at_once(
        30, lambda number: [browser().post(door, {"person": people[number]}) for _ in range(2)]
    )
    assert {answer.status_code for both in answers for answer in both} == {302}
    assert SignUp.objects.filter(here_at__isnull=False).count() == 30
    assert Action.objects.filter(code="checked-in").count() == 30


def play_begins(made: Tournament) -> str:
    start_tournament(tournament=made, acting_user=director_of(made))
    return "Play has begun"


def event_ends(made: Tournament) -> str:
    Tournament.objects.filter(pk=made.pk).update(state=Tournament.State.COMPLETE)
    return "The event is over."


@pytest.mark.parametrize("happens", [play_begins, event_ends])
def test_nobody_gets_a_place_once_play_has_begun(happens, django_capture_on_commit_callbacks):
    """By a link that was mailed before, by the form, and by the API; and nobody moves up."""
    made, _ = announced(places="1")
    for name in ("Ann", "Ben", "Cy"):
        with django_capture_on_commit_callbacks(execute=True):
            signs_up(made, name)
    links = [link_in(message) for message in mail.outbox]
    with django_capture_on_commit_callbacks(execute=True):
        for link in links[:2]:
            browser().post(link, {"act": "confirm"})
    mail.outbox.clear()
    words = happens(made)
    page = browser().get(links[2]).content.decode()
    assert words in page
    assert "I do come" not in page
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser().post(links[2], {"act": "confirm"})
        assert 'data-code="sign-up-closed"' in answer.content.decode()
        key = links[2].rstrip("/").rsplit("/", 1)[-1]
        answer = browser().post(f"/api/v1/sign-ups/{key}/confirm/")
        assert answer.json()["error"]["code"] == "sign-up-closed"
        assert 'data-code="sign-up-closed"' in signs_up(made, "Dee").content.decode()
        browser().post(links[0], {"act": "withdraw"})
    page = browser().get(at(made)).content.decode()
    assert words in page
    assert "free" not in page
    states = dict(SignUp.objects.values_list("name", "state"))
    assert states == {"Ann": "withdrawn", "Ben": "waiting", "Cy": "unconfirmed"}
    assert mail.outbox == []
    said = browser().get(f"/api/v1/tournaments/{made.slug}/announcement/").json()
    assert words in said["closed_because"]


def test_nobody_is_checked_in_after_the_end():
    made, dana = announced()
    dana.post(at(made), {"act": "import", "people": "Ann, Ottawa"})
    dana.post(at(made), {"act": "door"})
    door = f"/here/{Announcement.objects.get().door_key}/"
    event_ends(made)
    (ann,) = SignUp.objects.all()
    assert f'value="{ann.pk}"' not in browser().get(door).content.decode()
    assert browser().post(door, {"person": ann.pk}).status_code == 422
    for sent in ({"act": "here", "person": ann.pk, "here": "yes"}, {"act": "door"}):
        assert 'data-code="event-over"' in dana.post(at(made), sent).content.decode()
    page = dana.get(at(made)).content.decode()
    assert 'value="here"' not in page
    assert 'value="door"' not in page
    ann.refresh_from_db()
    assert ann.here_at is None


def confirmed(made: Tournament, *names: str, **changes: str) -> None:
    """People who have signed up and confirmed, in this order."""
    for name in names:
        signs_up(made, name, **changes)
        row = SignUp.objects.get(tournament=made, name=name)
        browser().post(f"/sign-ups/{row.key}/", {"act": "confirm"})


def states(made: Tournament) -> dict[str, str]:
    return dict(SignUp.objects.filter(tournament=made).values_list("name", "state"))


def own(name: str) -> str:
    return f"/sign-ups/{SignUp.objects.get(name=name).key}/"


def test_an_offer_that_runs_out_goes_to_the_next(time_machine, django_capture_on_commit_callbacks):
    made, _ = announced(places="1", offer_hours="24")
    confirmed(made, "Ann", "Ben", "Cy")
    browser().post(own("Ann"), {"act": "withdraw"})
    assert states(made) == {"Ann": "withdrawn", "Ben": "offered", "Cy": "waiting"}
    # The place is held: someone who signs up now waits behind the others.
    confirmed(made, "Di")
    assert states(made)["Di"] == "waiting"
    now = timezone.now()
    time_machine.move_to(now + timedelta(hours=23))
    lapse_offers_of_places()
    assert states(made)["Ben"] == "offered"
    time_machine.move_to(now + timedelta(hours=25))
    late = browser().post(own("Ben"), {"act": "accept"})
    assert 'data-code="offer-over"' in late.content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        lapse_offers_of_places()
        lapse_offers_of_places()
    assert [(each.to, "run out" in each.subject) for each in mail.outbox[-2:]] == [
        (["ben@example.org"], True),
        (["cy@example.org"], False),
    ]
    assert states(made) == {"Ann": "withdrawn", "Ben": "waiting", "Cy": "offered", "Di": "waiting"}
    assert "number 2 on the waiting list" in " ".join(
        browser().get(own("Ben")).content.decode().split()
    )
    refused = browser().post(own("Ben"), {"act": "accept"})
    assert 'data-code="no-offer"' in refused.content.decode()
    # All let it lapse: it is offered to none of them twice, and any of them may take it.
    for hours in (50, 80):
        time_machine.move_to(now + timedelta(hours=hours))
        lapse_offers_of_places()
    assert set(states(made).values()) == {"withdrawn", "waiting"}
    assert "Take the place" in browser().get(own("Ben")).content.decode()
    assert browser().post(own("Ben"), {"act": "accept"}).status_code == 302
    assert states(made)["Ben"] == "coming"
    again = browser().post(own("Di"), {"act": "accept"})
    assert 'data-code="no-offer"' in again.content.decode()


def test_an_offer_ends_with_the_start_of_play():
    made, _ = announced(places="1")
    confirmed(made, "Ann", "Ben", "Cy")
    browser().post(own("Ann"), {"act": "withdraw"})
    play_begins(made)
    late = browser().post(own("Ben"), {"act": "accept"})
    assert 'data-code="sign-up-closed"' in late.content.decode()
    SignUp.objects.filter(name="Ben").update(offered_until=timezone.now())
    lapse_offers_of_places()
    assert states(made) == {"Ann": "withdrawn", "Ben": "waiting", "Cy": "waiting"}


def test_a_director_orders_the_waiting_list_and_offers_a_place():
    made, dana = announced(places="1")
    confirmed(made, "Ann", "Ben", "Cy", "Di")
    of = dict(SignUp.objects.values_list("name", "pk"))
    api = f"/api/v1/tournaments/{made.slug}/sign-ups/"
    page = dana.get(at(made)).content.decode()
    assert 'aria-label="Move Di up"' in page
    assert (
        dana.post(at(made), {"act": "order", "person": of["Di"], "place": "1"}).status_code == 302
    )
    answer = dana.put(f"{api}{of['Ben']}/place/", {"place": 3}, content_type="application/json")
    assert [row["name"] for row in answer.json()] == ["Ann", "Di", "Cy", "Ben"]
    wrong = {"act": "order", "person": of["Di"], "place": "9"}
    assert 'data-code="no-such-place"' in dana.post(at(made), wrong).content.decode()
    wrong = {"act": "order", "person": of["Ann"], "place": "1"}
    assert 'data-code="not-waiting"' in dana.post(at(made), wrong).content.decode()
    other = browser(person("Olaf"))
    assert other.put(
        f"{api}{of['Ben']}/place/", {"place": 1}, content_type="application/json"
    ).status_code in (403, 404)
    full = dana.post(f"{api}{of['Ben']}/offer/")
    assert full.json()["error"]["code"] == "no-place-free"
    browser().post(own("Ann"), {"act": "withdraw"})
    assert states(made)["Di"] == "offered"
    browser().post(own("Di"), {"act": "withdraw"})
    assert states(made)["Cy"] == "offered"
    assert [row["name"] for row in browser().get(api).json()] == ["Cy", "Ben"]
    assert browser().get(api).json()[0]["offered_until"] is None
    dana.post(at(made), {**ANNOUNCED, "places": "1"})
    SignUp.objects.filter(name="Cy").update(offered_until=timezone.now())
    SignUp.objects.filter(name="Ben").update(lapsed_at=timezone.now())
    lapse_offers_of_places()
    assert set(states(made).values()) == {"withdrawn", "waiting"}
    assert "Offer a place" in dana.get(at(made)).content.decode()
    dana.post(at(made), {"act": "offer", "person": of["Ben"]})
    assert states(made)["Ben"] == "offered"


def test_two_spellings_from_one_address_are_shown_to_the_director_who_decides():
    made, dana = announced(places="5")
    confirmed(made, "Jo Bell", "Joe Bell", email="jo@example.org")
    confirmed(made, "Ann")
    api = f"/api/v1/tournaments/{made.slug}/sign-ups/"

    def doubted() -> dict[str, str]:
        return {row["name"]: row["one_address"] for row in dana.get(api).json()}

    page = dana.get(at(made)).content.decode()
    assert "One address, several names" in page
    assert doubted() == {"Jo Bell": "Joe Bell", "Joe Bell": "Jo Bell", "Ann": ""}
    stranger = browser().get(at(made)).content.decode()
    assert "One address" not in stranger
    assert {row["one_address"] for row in browser().get(api).json()} == {""}
    pk = SignUp.objects.get(name="Jo Bell").pk
    assert dana.post(at(made), {"act": "apart", "person": pk}).status_code == 302
    assert "One address" not in dana.get(at(made)).content.decode()
    assert set(doubted().values()) == {""}
    # A third is doubted again; taken off, nothing is in doubt.
    confirmed(made, "J. Bell", email="jo@example.org")
    assert doubted()["J. Bell"] == "Jo Bell, Joe Bell"
    third = SignUp.objects.get(name="J. Bell").pk
    dana.post(at(made), {"act": "take-off", "person": third})
    assert set(doubted().values()) == {""}
    assert browser(person("Olaf")).post(f"{api}{pk}/apart/").status_code in (403, 404)
    assert dana.post(f"{api}{pk}/apart/").json()["one_address"] == ""
