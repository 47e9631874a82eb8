"""A token reaches no further than its scope, whatever it is used for."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from config.people.models import ApiToken
from config.people.tokens import issue_api_token
from tests.builders import director_of, fixture_of, league, manager, person
from tests.config.api_requests import address, addresses, bodies
from tests.config.test_api_access import TABLE
from tests.personas import VISITORS, an_event, nothing_lasts

pytestmark = pytest.mark.django_db

WRITES = ("post", "put", "patch", "delete")
SHUT = (401, 403, 404)


def by_token(user, scope, **more) -> APIClient:
    key = issue_api_token(user=user, scope=scope, acting_user=None, **more)
    found = APIClient()
    found.credentials(HTTP_AUTHORIZATION=f"Token {key}")
    return found


def code_of(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def directing() -> list[tuple[str, str]]:
    """The operations that only directors and staff may use, as the table of rights says."""
    found = []
    for (name, method), (_, private) in TABLE.items():
        answers = dict(zip(VISITORS, private, strict=True))
        others = {answers[who] for who in VISITORS if not who.startswith(("director", "staff"))}
        if method in WRITES and others <= set(SHUT) and answers["director"] not in SHUT:
            found.append((name, method))
    return found


@pytest.mark.long
def test_narrow_tokens_of_a_director_are_refused_every_act_beyond_them():
    event, people = an_event("private")
    user = people[VISITORS.index("director")]
    reader, narrow = by_token(user, "read"), by_token(user, "manager")
    where, acts = addresses(event), directing()
    assert len(acts) > 60
    told = {}
    for name, method in (each for each in TABLE if each[1] in WRITES):
        answer = getattr(reader, method)(address(where[name], method), {}, format="json")
        assert code_of(answer) == (403, "token-scope"), (name, method)
    for name, method in acts:
        sent = bodies(event).get((name, method))
        form = "multipart" if sent and "file" in sent else "json"
        with nothing_lasts():
            answer = getattr(narrow, method)(address(where[name], method), sent, format=form)
        refused = answer.status_code >= 400
        told[name, method] = code_of(answer) if refused else answer.status_code
    reached = {key for key, said in told.items() if said != (403, "token-scope")}
    # What he described and had begun himself: anybody might have.
    assert reached == {("ballpark-detail", "delete"), ("job-cancel", "post")}


def test_narrow_tokens_read_what_their_person_may_read():
    tournament = league(4, visibility="private")
    director = director_of(tournament)
    for scope in ApiToken.Scope.values:
        answer = by_token(director, scope).get(f"/api/v1/tournaments/{tournament.slug}/")
        assert answer.status_code == 200


def test_a_managers_token_reports_for_the_club_of_somebody_who_directs_as_well():
    tournament = league(4)
    own = manager(tournament, 1, "Own")
    series = fixture_of(tournament, 1, 2).series
    score = {
        "key": "0f8fad5b-d9cb-469f-a165-70867728950e",
        "away": {"runs": 4},
        "home": {"runs": 2},
        "ending": "regulation",
        "inning": 9,
    }
    path = f"/api/v1/series/{series.pk}/games/1/reports/"
    outside = by_token(director_of(tournament), "manager").post(path, score, format="json")
    assert code_of(outside) == (403, "token-scope")
    answer = by_token(own, "manager").post(path, score, format="json")
    assert answer.status_code == 201, answer.json()


def test_what_is_not_ones_own_with_any_token_is_not_laid_to_the_token():
    tournament = league(4, visibility="private")
    stranger = by_token(director_of(league(3, name="Other")), "manager")
    answer = stranger.post(f"/api/v1/tournaments/{tournament.slug}/rounds/1/draw/")
    assert code_of(answer) == (404, "not-found")


def test_an_event_is_not_set_up_and_no_token_made_by_a_narrow_one():
    for scope in ("read", "manager"):
        asking = by_token(person(f"Casey {scope}"), scope)
        made = asking.post("/api/v1/me/tokens/", {"name": "More", "scope": "read"}, format="json")
        assert code_of(made) == (403, "token-scope")
    assert ApiToken.objects.count() == 2


def test_a_token_that_ends_makes_none_that_lives_longer():
    end = timezone.now() + timedelta(days=1)
    asking = by_token(person("Casey"), "director", ends_at=end)
    for ends_at in (None, (end + timedelta(minutes=1)).isoformat()):
        wanted = {"name": "More", "scope": "read", "ends_at": ends_at}
        answer = asking.post("/api/v1/me/tokens/", wanted, format="json")
        assert code_of(answer) == (422, "outlives-token")
    wanted = {"name": "More", "scope": "read", "ends_at": end.isoformat()}
    assert asking.post("/api/v1/me/tokens/", wanted, format="json").status_code == 201


def test_the_next_request_is_not_limited_by_the_token_of_the_last():
    tournament = league(4)
    director = director_of(tournament)
    path = f"/api/v1/tournaments/{tournament.slug}/start/"
    assert code_of(by_token(director, "manager").post(path)) == (403, "token-scope")
    session = APIClient()
    session.force_login(director, backend="django.contrib.auth.backends.ModelBackend")
    answer = session.post(
        "/api/v1/invites/", {"tournament": tournament.slug, "role": "spectator"}, format="json"
    )
    assert answer.status_code == 201, answer.json()
