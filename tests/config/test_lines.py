"""Names: what is stored of what was typed, and which look alike."""

import pytest
from django.urls import reverse

from config.lines import clean_line, look_of
from games.systems.commons.models import Deck
from rosters.models import Ballpark, Team
from tests.builders import NAMES, browser, director_of, league, person
from tests.tournaments.test_new import options
from tournaments.day.models import SignUp
from tournaments.day.sign_ups import Told
from tournaments.models import Tournament

RIGHT_TO_LEFT = "\N{RIGHT-TO-LEFT OVERRIDE}"
NOTHING = "\N{ZERO WIDTH SPACE}"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ann\t Hill\r\nJr. ", "Ann Hill Jr."),
        ("Pen\u0303a", "Pe\xf1a"),
        (f"Ann{NOTHING} Hill", "Ann Hill"),
        (f"{RIGHT_TO_LEFT}nnA", "nnA"),
        ("Ja\N{ZERO WIDTH JOINER}ne\N{SOFT HYPHEN}", "Jane"),
        ("\ufeffAces", "Aces"),
        (NOTHING, ""),
        ("\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}\u0301", ""),
        ("\N{ZERO WIDTH JOINER}\N{VARIATION SELECTOR-16}", ""),
        # A family of emoji and a Persian word need their joiners.
        (
            "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{BASEBALL}",
            "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{BASEBALL}",
        ),
        (
            "\u0645\u06cc\N{ZERO WIDTH NON-JOINER}\u062e",
            "\u0645\u06cc\N{ZERO WIDTH NON-JOINER}\u062e",
        ),
    ],
)
def test_a_line_is_stored_as_it_is_seen(typed, stored):
    assert clean_line(typed) == stored
    assert clean_line(stored) == stored


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Aces", "ACES", True),
        ("Aces", "\N{CYRILLIC CAPITAL LETTER A}ces", True),
        ("KOALAS", "\N{GREEK CAPITAL LETTER KAPPA}\N{GREEK CAPITAL LETTER OMICRON}ALAS", True),
        ("Aces", "\N{FULLWIDTH LATIN CAPITAL LETTER A}ces", True),
        ("Aces", f"Ac{NOTHING}es", True),
        ("Peña", "Pena", False),
        ("Aces", "Faces", False),
    ],
)
def test_names_that_are_told_apart_by_nothing_that_is_seen_look_alike(one, other, alike):
    assert (look_of(one) == look_of(other)) is alike


SPOOFED = f"{RIGHT_TO_LEFT}Pen\u0303a{NOTHING}  Hill"
STORED = "Peña Hill"
NEW = options("one-die", name=SPOOFED, clubs="\n".join([f"{SPOOFED}, PEN", *NAMES[:3]]))


@pytest.mark.django_db
def test_names_are_stored_as_they_are_seen_wherever_they_come_in():
    casey = person("Casey")
    client = browser(casey)
    assert client.post("/new/", NEW).status_code == 302
    made = Tournament.objects.get()
    assert made.name == STORED
    assert made.entrants.get(number=1).team.name == STORED
    assert client.post("/decks/", {"name": SPOOFED}).status_code == 302
    assert Deck.objects.get().name == STORED
    park = {"name": SPOOFED, "city": SPOOFED, "singles": 10, "home_runs": 10}
    answer = client.post("/api/v1/ballparks/", park, content_type="application/json")
    assert answer.status_code == 201
    assert Ballpark.objects.filter(designed_by=casey).values_list("name", "city").get() == (
        STORED,
        STORED,
    )
    client.post(
        f"/t/{made.slug}/announcement/", {"act": "import", "people": f"{SPOOFED},{SPOOFED}"}
    )
    assert SignUp.objects.values_list("name", "town").get() == (STORED, STORED)
    client.post(reverse("people:profile"), {"name": SPOOFED, "time_zone": ""})
    casey.refresh_from_db()
    assert casey.name == STORED


@pytest.mark.django_db
def test_a_name_of_nothing_that_is_seen_is_no_name():
    client = browser(person("Casey"))
    answer = client.post("/new/", {**NEW, "name": NOTHING, "clubs": "\n".join(NAMES[:4])})
    assert "name" in answer.context["form"].errors
    answer = client.post("/new/", {**NEW, "clubs": f"{NOTHING}, AAA\n" + "\n".join(NAMES[:3])})
    assert "team-name-length" in codes(answer, "clubs")
    assert client.post("/decks/", {"name": NOTHING}).status_code == 422
    assert [each.code for each in Told(NOTHING).problems()] == ["name-missing"]
    assert not Tournament.objects.exists()


def codes(answer, field: str) -> list[str]:
    return [error.code for error in answer.context["form"].errors.as_data()[field]]


@pytest.mark.django_db
def test_two_clubs_of_an_event_do_not_look_alike():
    twin = "\N{CYRILLIC CAPITAL LETTER A}ces"
    client = browser(person("Casey"))
    answer = client.post("/new/", {**NEW, "clubs": f"Aces, ACE\n{twin}, ACY\nBees\nCubs"})
    assert codes(answer, "clubs") == ["duplicate-name"]
    made = league(4, name="Alike", started=False)
    first, second = (entrant.team for entrant in made.entrants.order_by("number")[:2])
    Team.objects.filter(pk=first.pk).update(name="Aces")
    sent = {"name": twin, "abbreviation": "ACY", "colour": "#1f4d3a", "accent": "#f3efe4"}
    answer = browser(director_of(made)).put(
        f"/api/v1/teams/{second.pk}/", sent, content_type="application/json"
    )
    assert answer.status_code == 422
    assert [each["code"] for each in answer.json()["error"]["refusals"]] == ["duplicate-name"]
