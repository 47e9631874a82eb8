"""What no door lets in: NUL, half characters, endless numbers, lists in lists without end."""

import json
from collections import defaultdict

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.test import APIClient

from config.inputs import DEEPEST, LARGEST_NUMBER, decode, read_json, whole_number
from config.refusals import Refused
from tests.builders import browser, director_of, league, person
from tournaments.models import Tournament

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
    | st.floats(-1e15, 1e15)
    | st.text(
        st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], include_characters="\t\n")
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc"), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_whatever_can_be_stored_is_read_as_it_was_written(value):
    assert read_json(json.dumps(value)) == value
    assert read_json(json.dumps(value, ensure_ascii=False)) == value


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"clubs": [{"name": "A\\u0000"}]}', "illegal-character", "clubs.0.name"),
        ('{"settings": {"x": "\\ud800"}}', "illegal-character", "settings.x"),
        ('{"settings": {"\\ud800": 1}}', "illegal-character", "settings"),
        ('{"settings": {"\\udfff": {"x": "\\u0000"}}}', "illegal-character", "settings"),
        ('"\\u0000"', "illegal-character", ""),
        *(
            (f'"\\u{code:04x}"', "illegal-character", "")
            for code in (7, 11, 12, 27, 127, 133, 8232)
        ),
        ('{"legs": 1' + "0" * 5000 + "}", "number-too-large", "legs"),
        ('{"legs": [2, -9223372036854775809]}', "number-too-large", "legs.1"),
        ('{"legs": 1e400}', "number-too-large", "legs"),
        ('{"legs": NaN}', "not-json", "line 1"),
        ('{"legs": -Infinity}', "not-json", "line 1"),
        ("[" * 100_000, "nested-too-deep", ""),
        ("[" * 13 + "]" * 13, "nested-too-deep", ".".join("0" * DEEPEST)),
        ('{"a":' * 50_000, "nested-too-deep", ""),
        (json.dumps({"clubs": [0] * 5001}), "too-many-items", "clubs"),
        (json.dumps({str(number): 0 for number in range(5001)}), "too-many-items", ""),
        ("{\n\n nonsense", "not-json", "line 3"),
        ("", "not-json", "line 1"),
    ],
)
def test_what_can_be_nothing_is_refused_with_its_place(text, code, place):
    with pytest.raises(Refused) as refused:
        read_json(text)
    assert (refused.value.code, refused.value.refusals[0].place) == (code, place)
    json.dumps([str(one) for one in refused.value.refusals]).encode()


def test_all_that_is_wrong_is_told_at_once_but_not_without_end():
    with pytest.raises(Refused) as refused:
        read_json(json.dumps(["\0"] * 100))
    assert len(refused.value.refusals) == 20


def test_bytes_that_are_no_text_are_refused_at_their_line():
    with pytest.raises(Refused) as refused:
        decode(b"one\ntwo\n\xff")
    assert (refused.value.code, refused.value.refusals[0].place) == ("not-utf-8", "line 3")


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("7", 7),
        (" 007 ", 7),
        (str(LARGEST_NUMBER), LARGEST_NUMBER),
        (str(LARGEST_NUMBER + 1), None),
        ("9" * 5000, None),
        ("-1", None),
        ("1.5", None),
        ("٣", None),
        ("", None),
        (None, None),
    ],
)
def test_numbers_are_read_as_far_as_a_database_counts(written, number):
    assert whole_number(written) == number


HOSTILE = [
    b"[" * 100_000,
    b'{"a":' * 20_000,
    b'{"name": "\\ud800", "visibility": "\\ud800", "role": "\\ud800", "reason": "\\ud800"}',
    b'{"settings": {"x": "\\ud800"}, "tendencies": {"\\udc00": 1}}',
    b'{"after": 1' + b"0" * 5000 + b"}",
    b'{"round": 99999999999999999999999, "series": 99999999999999999999999}',
    b"\xff\xfe",
    b"",
    b"null",
    b"[]",
    b'"\\u0000"',
]


def operations() -> list[tuple[str, str]]:
    """Every operation with a JSON body, from the schema, so that later ones are among them."""
    from drf_spectacular.generators import SchemaGenerator

    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return [
        (method, path)
        for path, found in sorted(paths.items())
        for method, operation in found.items()
        if "application/json" in operation.get("requestBody", {}).get("content", {})
    ]


@pytest.mark.long
@pytest.mark.django_db
def test_no_body_however_hostile_breaks_an_operation():
    tournament = league(3, started=False)
    director = director_of(tournament)
    team = tournament.entrants.first().team
    api = APIClient()
    api.force_authenticate(director)
    there = defaultdict(lambda: 1, slug=tournament.slug, id=team.pk, key="one-die")
    for method, path in operations():
        address = path.format_map(there)
        for body in HOSTILE:
            answer = api.generic(method, address, body, content_type="application/json")
            assert 400 <= answer.status_code < 500, (method, path, body[:60])
            assert answer.json()["error"]["refusals"]


@pytest.mark.django_db
def test_a_field_that_nobody_asks_for_is_refused_with_its_place_and_all_else_that_is_wrong():
    api = APIClient()
    api.force_authenticate(person("Dana"))
    answer = api.post("/api/v1/tournaments/", {"name": "", "serie_length": 5}, format="json")
    assert answer.status_code == 400
    found = {each["place"]: each["code"] for each in answer.data["error"]["refusals"]}
    assert (found["serie_length"], found["name"]) == ("unknown-field", "blank")
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_no_operation_overlooks_what_nobody_asks_for():
    tournament = league(3, started=False)
    api = APIClient()
    api.force_authenticate(director_of(tournament))
    there = defaultdict(
        lambda: 1, slug=tournament.slug, id=tournament.entrants.first().team.pk, key="one-die"
    )
    told = 0
    for method, path in operations():
        answer = api.generic(
            method, path.format_map(there), '{"nobody": 1}', content_type="application/json"
        )
        assert answer.status_code >= 400, (method, path)
        if answer.status_code == 400:
            refusals = answer.json()["error"]["refusals"]
            assert ("unknown-field", "nobody") in {
                (each["code"], each["place"]) for each in refusals
            }, (method, path, refusals)
            told += 1
    assert told > 30


@pytest.mark.django_db
def test_the_charset_that_is_claimed_smuggles_nothing_in():
    api = APIClient()
    api.force_authenticate(person("Dana"))
    answer = api.generic(
        "POST",
        "/api/v1/tournaments/",
        '{"name": "\ud800"}'.encode("utf-16", "surrogatepass"),
        content_type="application/json; charset=utf-16",
    )
    assert answer.json()["error"]["code"] == "not-utf-8"


@pytest.mark.django_db
def test_nul_in_an_address_a_query_or_a_form_is_turned_away_with_its_place():
    tournament = league(3, started=False)
    director = browser(director_of(tournament))
    assert director.get("/cards/nothing/%00/").status_code == 404
    for path in ("tournaments/%00/", "tournaments/a%0Ab/clubs/", "%0A/"):
        answer = director.get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not-found")
    page = director.get("/players/?q=%00")
    assert page.status_code == 400
    assert "The text holds U+0000" in page.content.decode()
    refused = director.get("/api/v1/players/?q=%00").json()["error"]["refusals"]
    assert [(one["code"], one["place"]) for one in refused] == [("illegal-character", "q")]
    desk = f"/t/{tournament.slug}/desk/"
    posted = director.post(desk, {"act": "enter-clubs", "clubs": "Nulls\0, NUL"})
    assert posted.status_code == 400
    assert tournament.entrants.count() == 3


@pytest.mark.django_db
def test_a_forms_charset_smuggles_no_half_character_in():
    body = b'--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n\\ud800\r\n--x--\r\n'
    answer = Client().generic(
        "POST",
        "/account/link/",
        body,
        content_type="multipart/form-data; boundary=x; charset=unicode_escape",
    )
    assert answer.status_code == 400


@pytest.mark.django_db
def test_every_resource_says_which_methods_it_knows():
    tournament = league(3, started=False)
    team = tournament.entrants.first().team.pk
    for user in (None, director_of(tournament)):
        api = APIClient()
        api.force_authenticate(user)
        for address in ("", "tendencies/", "ballpark/"):
            answer = api.options(f"/api/v1/teams/{team}/{address}")
            assert answer.status_code in (200, 401)
            if answer.status_code == 200:
                assert "PUT" in answer.json()["methods"]


def test_no_address_takes_a_number_without_end():
    """The plain converter reads digits without end; ``<number:...>`` takes those of a row."""
    from django.urls import URLPattern, get_resolver
    from django.urls.converters import IntConverter

    def patterns(resolver):
        for each in resolver.url_patterns:
            yield from [each] if isinstance(each, URLPattern) else patterns(each)

    ours = [each for each in patterns(get_resolver()) if each.lookup_str.split(".")[0] != "django"]
    assert len(ours) > 100
    plain = [
        each
        for each in ours
        if any(type(one) is IntConverter for one in each.pattern.converters.values())
    ]
    assert plain == []


@pytest.mark.django_db
def test_addresses_and_queries_that_no_row_can_have_find_nothing():
    tournament = league(3)
    director = browser(director_of(tournament))
    long = "9" * 23
    nothing = [
        f"/api/v1/jobs/{'-' * 36}/",
        f"/api/v1/jobs/{'a' * 36}/",
        f"/api/v1/games/{long}/",
        f"/games/{long}/",
        f"/players/{'9' * 5000}/",
        f"/t/{tournament.slug}/teams/{long}/",
        f"/series/{'9' * 18}/",
    ]
    for address in nothing:
        assert director.get(address).status_code == 404, address
    refused = [
        f"/api/v1/tournaments/{tournament.slug}/games/?team={long}",
        f"/api/v1/tournaments/{tournament.slug}/games/?series=1e30",
        f"/api/v1/tournaments/{tournament.slug}/series/?round=-1",
        f"/api/v1/systems/one-die/sample/?seed=a&settings={'[' * 3000}",
        "/api/v1/systems/one-die/sample/?seed=a&settings=[]",
        f"/api/v1/systems/one-die/sample/?seed=a&settings={{}}{' ' * 4000}",
    ]
    for address in refused:
        answer = director.get(address)
        assert answer.status_code == 400, address
        assert answer.json()["error"]["refusals"][0]["place"] in {
            "team",
            "series",
            "round",
            "settings",
        }
    for address in (
        f"/t/{tournament.slug}/desk/?opened={'9' * 5000}",
        f"/t/{tournament.slug}/desk/?opened=0&page={'9' * 5000}",
    ):
        assert director.get(address).status_code == 200, address
    posted = director.post(
        f"/t/{tournament.slug}/desk/", {"act": "play-round", "round": "9" * 5000}
    )
    assert posted.status_code == 422


@pytest.mark.django_db
def test_a_name_of_several_lines_is_refused_where_it_stands_and_a_text_is_taken():
    made = league(3, started=False)
    program = APIClient()
    program.force_authenticate(director_of(made))
    where = f"/api/v1/tournaments/{made.slug}/"
    for name in ("Spring\nleague", "Spring\r\nleague", "Spring\rleague"):
        new = {"name": name, "system": "purestrat", "clubs": []}
        calls = [
            program.post("/api/v1/tournaments/", new, format="json"),
            program.put("/api/v1/me/", {"name": name}, format="json"),
            program.post(
                f"{where}clubs/", {"clubs": [{"name": name, "abbreviation": "SPR"}]}, format="json"
            ),
        ]
        for answer in calls:
            assert answer.status_code == 400, answer.json()
            refusals = answer.json()["error"]["refusals"]
            assert ("wrong-kind", "This is one line.") in [
                (each["code"], each["message"]) for each in refusals
            ]
            assert all(
                each["place"].endswith("name") for each in refusals if "line" in each["message"]
            )
    made.refresh_from_db()
    said = {"held": "online", "text": "First.\n\nSecond."}
    assert program.put(f"{where}reports-to-send/", said, format="json").status_code == 200
