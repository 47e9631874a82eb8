"""Those who look at a draft: by a link, as part of a stream, at its recap; and programs."""

import pytest
from rest_framework.test import APIClient

from config.jobs.models import Job
from config.live.parts import part_of
from rosters.drafts.models import Draft, DraftPick, ListedCard
from rosters.drafts.room import look
from rosters.drafts.services import directing, finishing, linking, projecting
from tests.builders import browser, director_of, person
from tests.rosters.drafts import NOW, a_league, best, opened, prepared, room_of, take
from tests.rosters.test_draft_pages import managing
from tests.rosters.test_drafts import refused, run_out
from tournaments.services.drafts import set_up

pytestmark = pytest.mark.django_db


def program(user) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def again(draft: Draft) -> Draft:
    return Draft.objects.select_related("card_set").get(pk=draft.pk)


def test_a_link_opens_the_board_of_a_private_event_and_nothing_else():
    draft, director = opened(visibility="private")
    take(draft, director)
    home, stranger = f"/drafts/{draft.pk}/", browser()
    assert stranger.get(f"{home}wall/").status_code == 404
    office = browser(director)
    assert office.post(home, {"act": "link"}).status_code == 302
    key = again(draft).watch_key
    board = f"/boards/{key}/"
    assert f"http://testserver{board}" in office.get(home).content.decode()
    answer = stranger.get(board)
    page = answer.content.decode()
    name = DraftPick.objects.get().card.name
    assert name in page
    assert home not in page
    assert answer["X-Robots-Tag"] == "noindex"
    assert stranger.post(board).status_code == 405
    assert stranger.get(f"{board}?division=2").status_code == 404
    for path in ("", "wall/", "available/", "log/", "recap/"):
        assert stranger.get(f"{home}{path}").status_code == 404, path
    # What is sent along is the board; of the room strangers are sent nothing, its people are.
    assert part_of(f"board:{key}-1", ()).line_for(None)
    room = part_of(f"draft:{draft.pk}-1", {director.pk, person("Outsider").pk})
    assert room.people == {director.pk}
    assert part_of(f"draft:{draft.pk}-1", ()).line == ""

    # Another link makes the old one worthless, and none is none.
    linking.make_link(draft=draft, acting_user=director)
    assert stranger.get(board).status_code == 404
    now = again(draft).watch_key
    assert stranger.get(f"/boards/{now}/").status_code == 200
    assert office.post(home, {"act": "unlink"}).status_code == 302
    assert stranger.get(f"/boards/{now}/").status_code == 404
    assert part_of(f"board:{now}-1", ()).line == ""
    given = {"draft": again(draft), "acting_user": director}
    assert refused(linking.withdraw_link, **given) == ["no-link"]


def test_a_link_waits_for_the_draft_to_begin():
    tournament = a_league(visibility="private")
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    made = linking.make_link(draft=draft, acting_user=director)
    page = browser().get(f"/boards/{made.watch_key}/").content.decode()
    assert "The draft has not begun" in page


def test_what_strangers_are_sent_is_what_they_would_be_shown():
    draft, director = opened()
    take(draft, director)
    topic = f"draft:{draft.pk}-1"
    first = part_of(topic, ()).line
    shown = browser().get(f"/drafts/{draft.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "data-live-part" in shown
    assert DraftPick.objects.get().card.name in shown
    take(draft, director, "cf")
    assert part_of(topic, ()).line != first
    # A manager sees more, and asks for it himself.
    own = browser(managing(draft, 3)).get(f"/drafts/{draft.pk}/").content.decode()
    assert "data-live-part" not in own


def test_a_board_that_was_kept_goes_on_and_forgets_what_was_taken_back():
    draft, director = opened()
    taken = [take(draft, director, position) for position in ("ss", "cf", "c")]
    kept = look(again(draft)).board
    assert [each.card for _, each in sorted(kept.selections.items())] == taken
    directing.undo(draft=draft, division=1, pick=2, acting_user=director, now=NOW)
    after = look(again(draft)).board
    assert [each.card for each in after.selections.values()] == taken[:1]
    # The board that was looked at before is not the one that went on.
    assert len(kept.selections) == 3


def test_the_recap_shows_a_standing_of_simulated_seasons_with_its_error():
    draft, director = opened()
    asked = {"draft": draft, "division": 1, "acting_user": director}
    assert refused(projecting.queue_projection, **asked) == ["draft-not-finished"]
    run_out(draft, director)
    recap = f"/drafts/{draft.pk}/recap/"
    office = browser(director)
    assert "Simulate seasons" in office.get(recap).content.decode()
    assert "Simulate seasons" not in browser().get(recap).content.decode()
    finishing.finish_draft(draft=draft, acting_user=director, now=NOW)
    job = Job.objects.get(kind=projecting.PROJECT)
    assert "being played" in office.get(recap).content.decode()
    said = []
    projecting.project(
        draft_id=job.arguments["draft"],
        division=1,
        advance=lambda done, total: said.append((done, total)),
    )
    job.state = Job.State.DONE
    job.save()
    rows = again(draft).projection["1"]["rows"]
    assert said[-1][0] == said[-1][1] == len(said)
    assert sum(row["share"] for row in rows) == pytest.approx(2)
    assert sum(row["first"] for row in rows) == pytest.approx(1)
    for row in rows:
        expected = (row["share"] * (1 - row["share"]) / row["games"]) ** 0.5
        assert row["error"] == pytest.approx(expected)
    page = browser().get(recap).content.decode()
    assert "simulated seasons" in page
    assert "Simulate seasons" not in page
    best_row = max(rows, key=lambda row: row["share"])
    assert f"{100 * best_row['share']:.1f}" in page


def test_a_program_prepares_opens_and_drafts():
    tournament = a_league()
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    office = program(director)
    home = f"/api/v1/drafts/{draft.pk}/"

    def put(path, body):
        return office.put(f"{home}{path}", body, format="json")

    def post(path, body=None):
        return office.post(f"{home}{path}", body or {}, format="json")

    changed = put("settings/", {"settings": {"sanctioned": False}})
    assert changed.data["settings"]["sanctioned"] is False
    assert put("entrants/4/", {"imputed": True}).data["entrants"][3]["imputed"] is True
    assert post("slots/", {"entrant": 1, "slot": 1}).status_code == 422
    rolled = post("rolls/")
    assert (rolled.status_code, rolled.data["to_roll"]) == (201, [])
    while (entrant := office.get(f"{home}preparation/").data["chooses"]) is not None:
        free = office.get(f"{home}preparation/").data["free"][0]
        assert post("slots/", {"entrant": entrant, **free}).status_code == 201
    assert post("slots/draw/").status_code == 201
    problems = office.get(f"{home}preparation/").data["problems"]
    assert {each["code"] for each in problems} == {"absent-undecided"}
    for number in (1, 2, 3):
        put(f"entrants/{number}/", {"drafter": "manager"})
    assert post("open/").data["state"] == "running"
    assert office.delete(home).status_code == 409
    assert post("pause/").data["paused"] is True
    assert post("resume/").data["paused"] is False


def test_a_program_queues_for_its_own_club_alone():
    draft, director = opened()
    first = program(managing(draft, 1))
    cards = [best(draft, "ss"), best(draft, "cf"), best(draft, "c")]
    address = f"/api/v1/drafts/{draft.pk}/queue/"
    assert first.put(address, {"cards": cards}, format="json").status_code == 200
    assert [each["card"] for each in first.get(address).data] == cards
    first.put(address, {"cards": cards[::-1][:2]}, format="json")
    ranked = ListedCard.objects.filter(rank__isnull=False).order_by("rank")
    assert list(ranked.values_list("card", flat=True)) == cards[::-1][:2]
    twice = first.put(address, {"cards": [cards[0], cards[0]]}, format="json")
    assert twice.data["error"]["code"] == "card-doubled"
    listed = f"/api/v1/drafts/{draft.pk}/listed/{cards[0]}/"
    first.put(listed, {"avoided": True, "note": "hurt"}, format="json")
    kept = ListedCard.objects.get(card=cards[0])
    assert (kept.avoided, kept.note, kept.rank) == (True, "hurt", None)
    assert program(director).get(address).status_code == 404


def test_practice_begins_at_the_slot_that_was_asked_for():
    draft = prepared(a_league())
    own = browser(managing(draft, 1))
    answer = own.post(f"/drafts/{draft.pk}/mock/", {"slot": "3"})
    made = Draft.objects.filter(owner__isnull=False).get()
    assert answer["Location"] == made.get_absolute_url()
    assert made.seats.get(imputed=False).slot == 3
    cards = draft.card_set.slug
    assert "Begin a mock draft" in own.get(f"/cards/{cards}/").content.decode()
    assert "Begin a mock draft" not in browser().get(f"/cards/{cards}/").content.decode()
    own.post(f"/cards/{cards}/mock-draft/", {"teams": "4", "slot": "2"})
    latest = Draft.objects.filter(owner__isnull=False).first()
    assert (latest.seats.count(), latest.seats.get(imputed=False).slot) == (4, 2)


def test_a_program_practises_and_types_in_what_was_picked_at_a_table():
    draft, director = opened()
    own = program(managing(draft, 2))
    made = own.post(f"/api/v1/drafts/{draft.pk}/practice/", {"slot": 3}, format="json")
    assert made.status_code == 201
    mock = Draft.objects.get(pk=made.data["id"])
    assert (mock.is_mock, mock.seats.get(imputed=False).slot) == (True, 3)
    # The house has picked for those before it, and waits.
    assert [pick["slot"] for pick in made.data["picks"]] == [1, 2]
    assert made.data["turn"]["slot"] == 3
    card = own.get(f"/api/v1/drafts/{mock.pk}/available/").data[0]["id"]
    picked = own.post(f"/api/v1/drafts/{mock.pk}/picks/", {"card": card}, format="json")
    assert [pick["card"] for pick in picked.data["picks"]][2] == card
    assert program(director).get(f"/api/v1/drafts/{mock.pk}/").status_code == 404
    sent = {"card_set": draft.card_set.slug, "teams": 3, "slot": 4}
    refusal = own.post("/api/v1/drafts/practice/", sent, format="json")
    assert refusal.data["error"]["code"] == "no-such-slot"
    sent["slot"] = 1
    alone = own.post("/api/v1/drafts/practice/", sent, format="json")
    assert (len(alone.data["seats"]), alone.data["turn"]["slot"]) == (3, 1)

    office, typed = program(director), f"/api/v1/drafts/{draft.pk}/typed-in/"
    names = [room_of(draft).pool.players[best(draft, each)].name for each in ("ss", "cf")]
    rows = [
        {"round": 1, "team": str(slot), "pick": name} for slot, name in enumerate(names, start=1)
    ]
    wrong = [rows[0], {**rows[1], "pick": "Nobody At All"}]
    answer = office.post(typed, {"rows": wrong}, format="json")
    assert answer.data["error"]["code"] == "name-unknown"
    assert answer.data["error"]["refusals"][0]["place"] == "row 2"
    assert not DraftPick.objects.filter(draft=draft).exists()
    entered = office.post(typed, {"rows": rows}, format="json")
    assert [pick["name"] for pick in entered.data["picks"]] == names
    assert {pick["by"] for pick in entered.data["picks"]} == {"typed"}
    assert own.post(typed, {"rows": rows}, format="json").status_code == 404
