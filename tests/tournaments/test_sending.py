"""The three reports that directors send: written up, with names and towns, by mail and as files."""

import csv
import io

import pytest

from config.journal.models import Action
from tests.builders import browser, director_of, league, manager, result, results
from tests.mails import delivered
from tests.tournaments.test_stages import event, play_to_the_end
from tournaments.models import Entrant, Tournament
from tournaments.selectors.reports import event_report
from tournaments.sending.models import ReportedClub, Writing
from tournaments.sending.selectors import sending_of
from tournaments.services.drops import drop_club

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def over() -> Tournament:
    made = event("simple-knockout", 4)
    manager(made, 1, "Kit Fisher")
    return play_to_the_end(made)


def at(made: Tournament) -> str:
    return f"/t/{made.slug}/reports/send/"


def test_a_director_writes_it_up_from_a_first_draft_and_it_stands_everywhere(over):
    dana = browser(director_of(over))
    draft = event_report(over).first_draft
    page = dana.get(at(over)).content.decode()
    assert draft in page
    # As it stands it is nobody's own.
    dana.post(at(over), {"act": "write", "held": "Ottawa", "text": draft})
    assert (Writing.objects.get().text, Writing.objects.get().held) == ("", "Ottawa")
    dana.post(at(over), {"act": "write", "held": "Ottawa", "text": "A fine day.\r\nRain later."})
    told = browser().get(f"/api/v1/tournaments/{over.slug}/report/").json()
    assert told["write_up"] == "A fine day.\nRain later."
    assert "A fine day." in browser().get(f"/t/{over.slug}/reports/").content.decode()
    assert browser().get(f"/t/{over.slug}/export.json").json()["report"] == told
    too_long = dana.post(at(over), {"act": "write", "held": "x" * 121, "text": "Mine."})
    assert too_long.status_code == 422
    assert 'data-code="too-long"' in too_long.content.decode()
    assert ">Mine.</textarea>" in too_long.content.decode()
    dana.post(at(over), {"act": "write", "held": "Ottawa", "text": "x", "again": "1"})
    assert event_report(over).write_up == draft


def test_what_was_written_is_called_stale_once_the_event_says_otherwise(over):
    browser(director_of(over)).post(at(over), {"act": "write", "held": "", "text": "Mine."})
    assert not sending_of(over).stale
    Writing.objects.update(draft="Somebody else has won.")
    assert sending_of(over).stale
    page = browser(director_of(over)).get(at(over)).content.decode()
    assert "The event has changed since you wrote this" in page


def test_names_and_towns_come_from_sign_ups_and_accounts_and_the_director_has_the_last_word():
    made = league(3, started=False)
    manager(made, 1, "Kit Fisher")
    dana = browser(director_of(made))
    where = f"/api/v1/tournaments/{made.slug}/"
    sheet = {"people": "Ann Lee;Ottawa;Hill Crows;;Bo Fox"}
    dana.post(f"{where}sign-ups/import/", sheet, content_type=JSON)
    dana.post(f"{where}sign-ups/enter/")
    lines = {line.entrant.team.name: line for line in sending_of(made).clubs}
    crows, aces = lines["Hill Crows"], lines["Ashford Aces"]
    assert (crows.names, crows.town, crows.points_to) == ("Ann Lee, Bo Fox", "Ottawa", "")
    assert (aces.names, aces.points_to) == ("Kit Fisher", "Kit Fisher")
    number = crows.entrant.number
    typed = {"act": "names"}
    for line in lines.values():
        each = line.entrant.number
        typed |= {
            f"names-{each}": line.names,
            f"town-{each}": line.town,
            f"points_to-{each}": line.points_to,
        }
    typed[f"points_to-{number}"] = "Bo Fox"
    assert dana.post(at(made), typed).status_code == 302
    # What was left as it is shown stays the event's.
    assert [row.entrant_id for row in ReportedClub.objects.all()] == [crows.entrant.pk]
    lines = {line.entrant.team.name: line for line in sending_of(made).clubs}
    assert lines["Hill Crows"].points_to == "Bo Fox"
    for bad in ({f"names-{number}": "x" * 161}, {"names-99": "Nobody"}):
        assert dana.post(at(made), typed | bad).status_code == 422


def test_reports_are_mailed_once_they_are_ready_with_their_rows_and_not_without_end(over, settings):
    settings.QUOTAS = {**settings.QUOTAS, "report_mails": 2}
    dana = browser(director_of(over))
    body = {"act": "mail", "kind": "record", "to": "stats@example.org; web@example.org"}
    assert dana.post(at(over), body).status_code == 302
    sent, other = delivered()
    assert sent.to + other.to == ["stats@example.org", "web@example.org"]
    assert sent.reply_to == [director_of(over).email]
    assert "Kit Fisher" in sent.body
    rows = list(csv.DictReader(io.StringIO(sent.attachments[0][1])))
    assert len(rows) == 4
    assert {row["points"] for row in rows} == {line.total for line in event_report(over).lines}
    for to in ("", "nobody", "a@b.cd " * 6):
        wrong = dana.post(at(over), {**body, "to": to})
        assert wrong.status_code in (302, 422)
    assert dana.post(at(over), {**body, "kind": "draft"}).status_code == 422
    # The third address list is one address, six times.
    assert Action.objects.filter(code="report-mailed").count() == 2
    assert len(delivered()) == 3
    refused = dana.post(at(over), body)
    assert 'data-code="quota-reached"' in refused.content.decode()


def test_nothing_is_sent_before_it_is_over_and_strangers_have_none_of_it(over):
    running = league(4, name="Running")
    dana = browser(director_of(running))
    body = {"act": "mail", "kind": "winner", "to": "web@example.org"}
    assert 'data-code="report-waits"' in dana.post(at(running), body).content.decode()
    assert dana.get(f"{at(running)}winner.txt").status_code == 404
    there = browser(director_of(over))
    text = there.get(f"{at(over)}winner.txt")
    assert event_report(over).write_up in text.content.decode()
    assert there.get(f"{at(over)}winner.csv").status_code == 404
    assert there.get(f"{at(over)}record.csv").content.decode().count("\r\n") == 5
    paper = there.get(f"{at(over)}paper/?part=record").content.decode()
    assert paper.count('class="tp-sheet"') == 1
    stranger = browser(manager(over, 2, "Stan"))
    for page in ("", "paper/", "record.csv", "winner.txt"):
        assert stranger.get(f"{at(over)}{page}").status_code == 404


def test_a_club_that_dropped_out_is_in_the_report_with_what_it_had_won():
    made = league(4)
    results(made, [(1, 2, 3, 1), (1, 3, 0, 2)])
    result(made, 1, 2, (5, 1), number=2)
    drop_club(
        tournament=made,
        number=1,
        reason="Ill",
        nobody_found=True,
        acting_user=director_of(made),
    )
    out = next(line for line in sending_of(made).clubs if line.entrant.number == 1)
    assert Entrant.objects.get(tournament=made, number=1).dropped
    assert out.out.startswith("dropped out")
    assert len(sending_of(made).clubs) == 4
    if out.points == "0":
        assert (out.won, out.lost) == (2, 1)


def test_programs_write_names_and_mail(over):
    where = f"/api/v1/tournaments/{over.slug}/reports-to-send/"
    dana = browser(director_of(over))
    told = {"held": "online", "text": "Short."}
    found = dana.put(where, told, content_type=JSON).json()
    assert (found["text"], found["held"]) == ("Short.", "online")
    said = [{"club": 2, "names": "Ann Lee", "town": "Hull", "points_to": "Ann Lee"}]
    found = dana.put(f"{where}clubs/", {"clubs": said}, content_type=JSON).json()
    assert any((each["names"], each["town"]) == ("Ann Lee", "Hull") for each in found["clubs"])
    bad = [{"club": 3, "names": "Cy"}, {"club": 99, "names": "Nobody"}]
    refused = dana.put(f"{where}clubs/", {"clubs": bad}, content_type=JSON)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "no-such-club")
    assert ReportedClub.objects.count() == 1
    sent = {"kind": "winner", "to": "web@example.org"}
    assert dana.post(f"{where}mail/", sent, content_type=JSON).json() == {"to": ["web@example.org"]}
    assert "Short." in delivered()[0].body
