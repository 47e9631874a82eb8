"""Whom a draft waits for is told, and mailed once."""

from datetime import UTC, datetime

import pytest

from config.live.models import LiveEvent
from config.notices.mailing import mail_what_waits
from config.notices.models import Notice
from config.notices.services import look
from config.people.models import User
from config.people.times import in_own_zone
from rosters.models import TeamMember
from rosters.rules.draft.settings import Clock, DraftSettings
from rosters.services.people import dismiss
from tests.builders import browser
from tests.mails import delivered
from tests.rosters.drafts import later, opened, take
from tests.rosters.test_draft_pages import managing

pytestmark = pytest.mark.django_db

HOUR = 3600
SLOW = DraftSettings(sanctioned=False, clock=Clock("per-pick", 8 * HOUR))


def remind(now: datetime) -> int:
    """Look for what waits and mail it; how many mails."""
    look(now=now)
    return mail_what_waits(now=now, advance=lambda done: None)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


@pytest.mark.parametrize(
    ("when", "zone", "said"),
    [
        ("2026-03-29T01:30Z", "Europe/Berlin", "Sunday 29 March 2026, 03:30 CEST (UTC+02:00)"),
        ("2026-03-29T00:30Z", "Europe/Berlin", "Sunday 29 March 2026, 01:30 CET (UTC+01:00)"),
        # Twice half past one, told apart.
        ("2026-11-01T05:30Z", "America/New_York", "Sunday 1 November 2026, 01:30 EDT (UTC-04:00)"),
        ("2026-11-01T06:30Z", "America/New_York", "Sunday 1 November 2026, 01:30 EST (UTC-05:00)"),
        ("2026-03-01T12:00Z", "", "Sunday 1 March 2026, 12:00 UTC"),
        ("2026-03-01T12:00Z", "Mars/Olympus", "Sunday 1 March 2026, 12:00 UTC"),
    ],
)
def test_a_moment_is_told_by_the_clock_where_somebody_lives(when, zone, said):
    assert in_own_zone(moment(when), User(time_zone=zone)) == said


def test_each_turn_is_mailed_once_and_again_when_the_time_runs_out(settings):
    settings.SITE_ADDRESS = "https://league.example"
    draft, director = opened(SLOW)
    first, second = managing(draft, 1), managing(draft, 2)
    first.time_zone = "America/Chicago"
    first.save()
    assert [remind(now=later(60)), remind(now=later(120))] == [1, 0]
    (mail,) = delivered()
    assert mail.to == [first.email]
    assert mail.subject.endswith("it is the turn of Ashford Aces")
    assert "pick 1, round 1 of 26" in mail.body
    assert "falls due on Sunday 1 March 2026, 14:00 CST (UTC-06:00)." in mail.body
    assert f"https://league.example/drafts/{draft.pk}/" in mail.body
    assert "https://league.example/account/profile/" in mail.body
    assert [remind(now=later(7 * HOUR)), remind(now=later(7.5 * HOUR))] == [1, 0]
    assert delivered()[1].subject.endswith("the time of Ashford Aces runs out")
    take(draft, director, now=later(7.6 * HOUR))
    assert remind(now=later(7.7 * HOUR)) == 1
    assert delivered()[2].to == [second.email]


def test_reminders_can_be_switched_off_on_the_profile():
    draft, _ = opened(SLOW)
    first = managing(draft, 1)
    page = browser(first)
    assert "reminders" in page.get("/account/profile/").content.decode()
    page.post("/account/profile/", {"name": "First", "time_zone": ""})
    first.refresh_from_db()
    assert first.reminders is False
    assert remind(now=later(60)) == 0
    page.post("/account/profile/", {"name": "First", "time_zone": "", "reminders": "on"})
    assert remind(now=later(60)) == 1
    assert len(delivered()) == 1


def test_who_practises_is_not_mailed():
    draft, _ = opened()
    draft.owner = managing(draft, 1)
    draft.save()
    assert remind(now=later(HOUR)) == 0


@pytest.mark.parametrize("seconds", [60, 8 * HOUR])
def test_the_room_and_the_director_hear_of_a_manager_who_leaves_a_draft(seconds):
    draft, director = opened(DraftSettings(sanctioned=False, clock=Clock("per-pick", seconds)))
    users = [managing(draft, number) for number in (1, 2, 3, 4)]

    def told() -> list[str]:
        look(now=later(1))
        kinds = Notice.objects.filter(user=director, over_at=None, kind="draft-without-manager")
        return list(kinds.values_list("title", flat=True))

    assert told() == []
    page = f"/drafts/{draft.pk}/"
    assert "Without a manager" not in browser(users[0]).get(page).content.decode()
    before = LiveEvent.objects.filter(topic=draft.topic_of(1)).count()
    member = TeamMember.objects.get(user=users[1])
    dismiss(member=member, scope=draft.scope, acting_user=users[1])
    assert LiveEvent.objects.filter(topic=draft.topic_of(1)).count() > before
    name = draft.seats.get(slot=2).name
    assert told() == [f"{draft.name}: {name} has no manager"]
    for user in (users[0], director):
        text = " ".join(browser(user).get(page).content.decode().split())
        assert f"Without a manager now: {name}." in text
    browser(director).post(page, {"act": "drafter", "division": 1, "slot": 2, "drafter": "house"})
    assert told() == []
