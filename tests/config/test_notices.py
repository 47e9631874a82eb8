"""What waits for people: found in the state of things, told once, over when it is done."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from config.jobs.models import Job
from config.live.models import LiveEvent
from config.live.topics import unseen
from config.notices.kinds import SOURCES
from config.notices.mailing import mail_what_waits
from config.notices.models import Notice
from config.notices.selectors import unread_of, waiting_for
from config.notices.services import choose_kinds, look, mark_read
from config.notices.topics import person_topic
from config.refusals import Refused
from games.engine.table import SUSPEND
from games.rules.left_games import Left
from games.seriesday.services.left import agree_to_left, keep_as_left
from games.seriesday.services.reporting import confirm_report, settle_report
from games.seriesday.services.rulings import Violation, appeal, open_ruling
from games.services.scoring import record_game
from pitching.models import SheetSeries
from pitching.services.signing import sign_series
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day, claim
from tests.mails import delivered

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def told(user, kind: str) -> list[str]:
    """What somebody is told of that kind."""
    look(now=NOW)
    rows = Notice.objects.filter(user=user, kind=kind, over_at=None)
    return list(rows.order_by("pk").values_list("title", flat=True))


def mails() -> int:
    return mail_what_waits(now=NOW, advance=lambda done: None)


def test_the_opponent_is_told_of_a_report_until_he_has_answered():
    day = a_day()
    report = day.report(day.home, claim())
    assert told(day.away, "result-to-confirm") == [f"{day.series.home} reported game 1: 4-2"]
    assert told(day.home, "result-to-confirm") == []
    assert told(day.director, "result-to-confirm") == []
    confirm_report(game_id=report.game_id, version=1, acting_user=day.away)
    assert told(day.away, "result-to-confirm") == []


def test_the_director_is_told_of_a_dispute_and_not_the_sides():
    day = a_day()
    report = day.report(day.home, claim())
    day.report(day.away, claim(5, 2))
    assert told(day.away, "result-to-confirm") == []
    (title,) = told(day.director, "ruling-to-choose")
    assert title.startswith("Settle game 1")
    settle_report(game_id=report.game_id, version=1, reason="seen", acting_user=day.director)
    assert told(day.director, "ruling-to-choose") == []


def test_the_offended_manager_is_told_of_his_choice_and_the_director_of_an_appeal():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6"], acting_user=day.home)
    violation = Violation("re-entry", "He was out.", offender=day.series.away_id)
    ruling = open_ruling(
        series_id=day.series.pk, number=1, violation=violation, acting_user=day.away
    )
    assert len(told(day.home, "ruling-to-choose")) == 1
    assert told(day.away, "ruling-to-choose") == []
    assert told(day.director, "ruling-to-choose") == []
    appeal(ruling_id=ruling.pk, words="I do not agree.", acting_user=day.away)
    assert told(day.home, "ruling-to-choose") == []
    assert len(told(day.director, "ruling-to-choose")) == 1


def test_a_sheet_waits_for_the_opponents_signature_once_the_series_is_over():
    day = a_day(cards=True, length=1)
    report = day.report(day.home, day.pitched(claim()))
    assert told(day.away, "sheet-to-sign") == []
    confirm_report(game_id=report.game_id, version=1, acting_user=day.away)
    assert told(day.away, "sheet-to-sign") == [f"Sign the sheet of {day.series.home}"]
    row = SheetSeries.objects.get(sheet__team=day.series.home_id, key=f"series:{day.series.pk}")
    sign_series(series_id=row.pk, acting_user=day.away)
    assert told(day.away, "sheet-to-sign") == []
    assert told(day.home, "sheet-to-sign") == [f"Sign the sheet of {day.series.away}"]


def test_the_other_side_is_told_how_a_game_was_left_and_who_told_it_that_they_agree():
    day = a_day(length=2)
    day.report(day.home, claim(2, 3, ending="suspended", inning=7, half=0, outs=1))
    game = day.game()
    row = keep_as_left(game_id=game.pk, left=Left(up="Cole"), acting_user=day.home)
    assert told(day.away, "game-left") == [f"{day.series.home} told how game 1 was left"]
    assert told(day.home, "game-left") == told(day.director, "game-left") == []
    agree_to_left(game_id=game.pk, version=row.version, acting_user=day.away)
    assert told(day.away, "game-left") == []
    assert told(day.home, "game-left") == [f"{day.series.away} agrees how game 1 was left"]
    # Told anew, it is open again; and nobody is told of a telling that was told otherwise since.
    keep_as_left(game_id=game.pk, left=Left(up="Ash"), acting_user=day.away)
    assert told(day.home, "game-left") == [f"{day.series.away} told how game 1 was left"]
    day.series.away.members.all().delete()
    day.series.home.members.all().delete()
    assert len(told(day.director, "game-left")) == 1


def test_both_sides_are_told_of_a_suspended_game():
    day = a_day()
    record_game(series_id=day.series.pk, number=1, transcript=["6", SUSPEND], acting_user=day.home)
    for user in (day.home, day.away):
        assert len(told(user, "game-to-resume")) == 1
    assert told(day.director, "game-to-resume") == []


def test_a_club_is_told_of_its_next_series_and_of_no_later_one():
    day = a_day()
    assert told(day.home, "series-assigned") == [f"Play {day.series.away} at {day.series.home}"]


def test_one_mail_says_everything_that_is_new_once(settings):
    settings.SITE_ADDRESS = "https://league.example"
    day = a_day(cards=False)
    day.report(day.home, claim())
    look(now=NOW)
    assert mails() == 2
    mine = next(mail for mail in delivered() if mail.to == [day.away.email])
    assert mine.subject == "2 things wait for you"
    assert f"https://league.example/series/{day.series.pk}/games/1/report/" in mine.body
    look(now=NOW)
    assert mails() == 0


def test_mails_go_out_by_a_job_of_which_one_waits(django_capture_on_commit_callbacks):
    day = a_day()
    day.report(day.home, claim())
    look(now=NOW)
    look(now=NOW)
    assert Job.objects.filter(kind="notices.mail").count() == 1


def test_everybody_is_mailed_though_more_have_news_when_the_job_runs(
    django_capture_on_commit_callbacks,
):
    day = a_day()
    with django_capture_on_commit_callbacks(execute=True):
        look(now=NOW)
        job = Job.objects.get(kind="notices.mail")
        late = [person(f"Late {number}") for number in range(3)]
        Notice.objects.bulk_create(
            Notice(user=each, kind="k", key="k", title="News", url="/", scope="x:1")
            for each in late
        )
    job.refresh_from_db()
    assert (job.state, job.error, job.done) == ("done", "", job.total)
    assert job.result == {"mails": 5}
    assert {day.home.email, *(each.email for each in late)} <= {
        address for sent in delivered() for address in sent.to
    }


def test_what_comes_back_is_shown_again_and_not_mailed_again():
    day = a_day()
    look(now=NOW)
    mails()
    Notice.objects.update(over_at=NOW)
    assert len(told(day.home, "series-assigned")) == 1
    assert mails() == 0


def test_each_kind_can_be_switched_off():
    day = a_day()
    page = browser(day.away)
    wanted = [kind for kind in SOURCES if kind != "series-assigned"]
    page.post("/notices/", {"act": "choose", "wanted": wanted})
    day.report(day.home, claim())
    assert told(day.away, "series-assigned") == []
    assert len(told(day.away, "result-to-confirm")) == 1
    page.post("/notices/", {"act": "choose", "wanted": [*wanted, "series-assigned"]})
    assert len(told(day.away, "series-assigned")) == 1


def test_kinds_that_there_are_not_are_refused():
    day = a_day()
    with pytest.raises(Refused) as found:
        choose_kinds(user=day.home, unwanted={"weather"})
    assert found.value.code == "unknown-kind"


def test_a_source_that_fails_keeps_nobody_else_from_being_told(monkeypatch):
    day = a_day()
    day.report(day.home, claim())
    look(now=NOW)

    def broken(now, asked) -> Iterator[None]:
        raise RuntimeError

    monkeypatch.setitem(SOURCES, "result-to-confirm", broken)
    Notice.objects.filter(kind="series-assigned").delete()
    assert len(told(day.home, "series-assigned")) == 1
    # Nobody knows whether it is over.
    assert Notice.objects.filter(kind="result-to-confirm", over_at=None).exists()


def test_the_bell_counts_what_is_new_and_the_page_leaves_out_what_is_done():
    day = a_day()
    report = day.report(day.home, claim())
    look(now=NOW)
    page = browser(day.away)
    assert unread_of(day.away, NOW).count == 2
    assert "hh-bell-count" in page.get("/").content.decode()
    assert "reported game 1: 4-2" in page.get("/notices/").content.decode()
    # Done a moment ago; the house looks once a minute.
    confirm_report(game_id=report.game_id, version=1, acting_user=day.away)
    assert [each.kind for each in waiting_for(day.away, NOW)] == ["series-assigned"]
    assert '<span class="hh-bell-count">1<' in page.get("/").content.decode()
    mark_read(user=day.away, now=NOW + timedelta(minutes=1))
    assert "hh-bell-count" not in page.get("/").content.decode()


def test_a_bell_never_counts_what_the_page_behind_it_does_not_list():
    day = a_day()
    report = day.report(day.home, claim())
    day.report(day.away, claim(5, 2))
    look(now=NOW)
    page = browser(day.director)
    before = [each.title for each in waiting_for(day.director, NOW)]
    assert unread_of(day.director, NOW).count == len(before) == 1
    settle_report(game_id=report.game_id, version=1, reason="seen", acting_user=day.director)
    assert waiting_for(day.director, NOW) == []
    assert "hh-bell-count" not in page.get("/").content.decode()
    assert "hh-bell-count" not in page.get("/notices/bell/?after=0").content.decode()
    assert "HX-Trigger" not in page.get("/notices/bell/?after=0")
    assert "Nothing waits for you" in page.get("/notices/").content.decode()


def test_the_director_hears_of_a_dispute_at_once_and_no_longer_when_it_is_settled(
    django_capture_on_commit_callbacks,
):
    day = a_day()
    with django_capture_on_commit_callbacks(execute=True):
        report = day.report(day.home, claim())
    assert [each.title for each in waiting_for(day.away, NOW)] == [
        f"{day.series.home} reported game 1: 4-2"
    ]
    with django_capture_on_commit_callbacks(execute=True):
        day.report(day.away, claim(5, 2))
    (notice,) = Notice.objects.filter(user=day.director, over_at=None)
    assert notice.title.startswith("Settle game 1")
    with django_capture_on_commit_callbacks(execute=True):
        settle_report(game_id=report.game_id, version=1, reason="seen", acting_user=day.director)
    notice.refresh_from_db()
    assert notice.over_at is not None


def test_a_source_that_fails_takes_no_page_along(monkeypatch):
    day = a_day()
    day.report(day.home, claim())
    look(now=NOW)

    def broken(now, asked) -> Iterator[None]:
        raise RuntimeError

    monkeypatch.setitem(SOURCES, "result-to-confirm", broken)
    assert '<span class="hh-bell-count">2<' in browser(day.away).get("/").content.decode()


def test_closed_accounts_are_told_nothing():
    day = a_day()
    day.away.is_active = False
    day.away.save()
    day.report(day.home, claim())
    assert told(day.away, "result-to-confirm") == []


def heard(user) -> int:
    """How often the bells of that person were told to ask again."""
    return LiveEvent.objects.filter(topic=person_topic(user.pk)).count()


def test_a_bell_hears_of_what_is_new_over_or_read_and_of_nothing_else():
    day = a_day()
    look(now=NOW)
    assert (heard(day.away), heard(day.home)) == (1, 1)
    report = day.report(day.home, claim())
    look(now=NOW)
    assert (heard(day.away), heard(day.home)) == (2, 1)
    look(now=NOW)
    assert heard(day.away) == 2
    confirm_report(game_id=report.game_id, version=1, acting_user=day.away)
    look(now=NOW)
    assert heard(day.away) == 3
    mark_read(user=day.away, now=NOW)
    mark_read(user=day.away, now=NOW)
    assert heard(day.away) == 4


def test_a_bell_asks_for_itself_and_says_what_came_since():
    day = a_day()
    look(now=NOW)
    page = browser(day.away)
    newest = unread_of(day.away, NOW).newest
    assert f"/notices/bell/?after={newest}" in page.get("/").content.decode()
    quiet = page.get(f"/notices/bell/?after={newest}")
    assert "HX-Trigger" not in quiet
    day.report(day.home, claim())
    look(now=NOW)
    aloud = page.get(f"/notices/bell/?after={newest}")
    assert "reported game 1: 4-2" in aloud["HX-Trigger"]
    assert '<span class="hh-bell-count">2' in aloud.content.decode()
    assert browser().get("/notices/bell/").status_code == 204


def test_nobody_listens_at_another_bell():
    one, other = person("One"), person("Other")
    topic = person_topic(one.pk)
    assert unseen(one, [topic]) == []
    assert unseen(other, [topic]) == [topic]
    assert unseen(AnonymousUser(), [topic]) == [topic]
