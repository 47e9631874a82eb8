"""The draft room in a browser's eyes."""

import pytest

from config.jobs.models import Job
from config.journal.models import Action
from rosters.drafts.models import DraftPick, ListedCard
from rosters.drafts.services import listing, preparing
from rosters.drafts.services.projecting import PROJECT
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.builders import browser, director_of
from tests.markup import even
from tests.rosters.drafts import a_league, best, managing, opened, room_of, take
from tests.rosters.test_drafts import run_out
from tournaments.services.drafts import set_up

pytestmark = pytest.mark.django_db


def test_a_manager_weighs_a_pick_confirms_it_and_the_turn_goes_on():
    draft, _ = opened()
    first, second = (browser(managing(draft, slot)) for slot in (1, 2))
    card = best(draft, "ss")
    home = f"/drafts/{draft.pk}/"
    assert "Your turn: Ashford Aces" in first.get(home).content.decode()
    assert "Your turn" not in second.get(home).content.decode()

    asked = first.get(f"{home}confirm/", {"card": card}).content.decode()
    assert "With him the squad would have" in asked
    refused = second.get(f"{home}confirm/", {"card": card}).content.decode()
    assert "It is the turn of Ashford Aces" in refused
    assert second.get(f"{home}confirm/", {"card": card, "slot": 1}).status_code == 404

    sent = {"act": "pick", "card": card}
    answer = second.post(home, sent)
    assert (answer.status_code, DraftPick.objects.exists()) == (422, False)
    assert first.post(home, sent).status_code == 302
    assert room_of(draft).board.turn.seat == 2
    name = room_of(draft).pool.players[card].name
    for path in ("", "wall/", "recap/", "log/", "picks.csv"):
        assert name in browser().get(f"{home}{path}").content.decode(), path
    left = second.get(f"{home}available/", {"q": name}).content.decode()
    assert f"Draft {name}" not in left


def test_a_queue_is_for_its_own_clubs_eyes_only():
    draft, director = opened()
    card = best(draft, "c")
    seat = draft.seats.get(slot=1)
    user = managing(draft, 1)
    listing.queue(seat=seat, card=card, acting_user=user)
    listing.note(seat=seat, card=card, text="secret plan", acting_user=user)
    home = f"/drafts/{draft.pk}/"
    own = browser(user)
    assert "secret plan" in own.get(home).content.decode()
    for visitor in (browser(), browser(director), browser(managing(draft, 2))):
        for path in ("", "available/"):
            assert "secret plan" not in visitor.get(f"{home}{path}").content.decode()
    sent = {"act": "unqueue", "seat": seat.number, "card": card}
    assert browser(director).post(home, sent).status_code == 404
    assert ListedCard.objects.filter(seat=seat, rank=1).exists()
    assert own.post(home, sent).status_code == 302
    assert not ListedCard.objects.filter(seat=seat, rank=1).exists()


def test_a_director_picks_for_others_and_takes_back():
    draft, director = opened()
    take(draft, director)
    home = f"/drafts/{draft.pk}/"
    office = browser(director)
    sent = {"act": "pick", "slot": 2, "card": best(draft, "cf")}
    assert office.post(home, sent).status_code == 302
    assert "pick 1 and all that were made since" not in office.get(f"{home}log/").content.decode()
    office.post(home, {"act": "undo", "pick": "1"})
    assert "pick 1 and all that were made since" in office.get(f"{home}log/").content.decode()
    assert not DraftPick.objects.exists()
    assert office.post(home, {"act": "undo", "pick": "x"}).status_code == 422
    assert office.post(home, {"act": "dance"}).status_code == 422


def test_a_draft_that_is_taken_back_leads_to_its_event():
    tournament = a_league()
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    sent = {"act": "take-back", "next": "https://elsewhere.example/"}
    answer = browser(director).post(f"/drafts/{draft.pk}/", sent)
    assert answer.headers["Location"] == tournament.get_absolute_url()


def test_settings_of_which_one_is_refused_stay_as_they_were_typed():
    tournament = a_league()
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    sent = {"act": "settings", "kind": "per-pick", "seconds": "1", "zone": "Asia/Tokyo"}
    answer = browser(director).post(f"/drafts/{draft.pk}/", sent)
    html = even(answer.content.decode())
    assert answer.status_code == 422
    assert 'value="Asia/Tokyo"' in html
    assert 'value="per-pick" selected' in html
    draft.refresh_from_db()
    assert draft.settled.clock.kind != "per-pick"


def test_everybody_is_said_to_be_here_once():
    tournament = a_league()
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    home, office = f"/drafts/{draft.pk}/", browser(director)
    before = office.get(home).content.decode()
    assert before.count("not here yet") == 4
    assert "Everybody is here" in before
    for _ in range(2):
        assert office.post(home, {"act": "everybody"}).status_code == 302
    assert "Everybody is here." in office.get(home).content.decode()
    after = office.get(home).content.decode()
    assert (after.count("not here yet"), after.count("is here")) == (0, 4)
    assert "Everybody is here" not in after
    assert Action.objects.filter(code="drafter-said").count() == 1


def test_the_form_of_a_drafts_settings_saves_what_it_shows_and_takes_a_clock_without_a_bank():
    tournament = a_league()
    settled = DraftSettings(sanctioned=False, clock=Clock("per-pick", 60, 0, "skip"))
    director = director_of(tournament)
    draft = set_up(tournament=tournament, acting_user=director)
    preparing.change_settings(draft=draft, settings=settled, acting_user=director)
    office, home = browser(director), f"/drafts/{draft.pk}/"
    shown = {each.html_name: each.value() for each in office.get(home).context["settings_form"]}
    sent = {
        name: value for name, value in shown.items() if value is not None and value is not False
    }
    assert office.post(home, {**sent, "act": "settings"}).status_code == 302
    draft.refresh_from_db()
    assert draft.settled == settled
    assert office.post(home, {**sent, "act": "settings", "bank": -1}).status_code == 422


def test_a_director_has_the_seasons_of_the_drafted_squads_played():
    draft, director = opened()
    office, home = browser(director), f"/drafts/{draft.pk}/"
    assert office.post(home, {"act": "project"}).status_code == 422
    assert not Job.objects.filter(kind=PROJECT).exists()
    run_out(draft, director)
    answer = office.post(home, {"act": "project"})
    assert (answer.status_code, answer["Location"]) == (302, f"{home}recap/?division=1")
    assert Job.objects.filter(kind=PROJECT).count() == 1


def test_a_director_runs_the_draft_from_its_room_and_nobody_else_does():
    draft, director = opened()
    home = f"/drafts/{draft.pk}/"
    page, other = browser(director), browser(managing(draft, 2))

    def told(**sent) -> str:
        answer = page.post(home, {"division": 1, **sent}, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    assert "The pause is planned." in told(act="planned-pause", when="2099-05-01T10:00")
    assert room_of(draft).board.pause_at is not None
    assert "No pause is planned." in told(act="planned-pause", when="")
    assert "Picks 2 and 3 have changed owners." in told(act="swap", one=2, other=3)
    assert "The turn is passed over." in told(act="skip")
    for act, said in (("pause", "The draft is paused."), ("resume", "The draft goes on.")):
        assert other.post(home, {"division": 1, "act": act}).status_code == 404
        assert said in told(act=act)
    assert "Settled." in told(act="drafter", slot=2, drafter="house")
    refused = page.post(home, {"division": 1, "act": "swap", "one": "two", "other": 3})
    assert refused.status_code == 422
