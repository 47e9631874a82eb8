"""Before the event: it is announced, its format chosen, and its managers are asked in."""

from __future__ import annotations

from tournaments.demo_event.event import Event, plant
from tournaments.demo_event.people import Person
from tournaments.models import Tournament

NOBODY_EVERY = 4
"""Every fourth club has no manager: it is the house's."""

ABSENT_EVERY = 5
"""Every fifth club has a manager who came, and is never seen again."""

PLACES = (
    "Amber", "Birch", "Cobalt", "Dune", "Ember", "Fjord", "Grove", "Harbor", "Indigo", "Juniper",
    "Kestrel", "Lagoon", "Meadow", "Nimbus", "Orchard", "Prairie", "Quarry", "River", "Summit",
    "Timber", "Umber", "Valley", "Willow", "Yonder", "Zephyr", "Anchor", "Beacon", "Canyon",
)  # fmt: skip


def announce(event: Event) -> None:
    """The director sets the event up; its seed is the rehearsal's."""
    plan = event.plan
    name = plan.title
    made_up = [f"{place} {plan.seed}"[:60] for place in event.random.sample(PLACES, plan.count)]
    clubs = [*plan.names, *made_up[len(plan.names) :]]
    event.director.call(
        "post",
        "/tournaments/",
        {
            "name": name,
            "system": plan.system,
            "card_set": plan.card_set,
            "settings": dict(plan.settings),
            "clubs": [
                {"name": club, "abbreviation": _initials(club) or f"{club[0]}{at:02}"}
                | dict(zip(("colour", "accent"), COLOURS[at % len(COLOURS)], strict=True))
                for at, club in enumerate(clubs, start=1)
            ],
        },
    )
    mine = event.director.get("/tournaments/?mine=true&page_size=200")["results"]
    event.slug = next(each["slug"] for each in mine if each["name"] == name)
    tournament = Tournament.objects.get(slug=event.slug)
    plant(Tournament, tournament.pk, f"rehearsal/{plan.preset}/{plan.seed}")
    event.know()


def find(event: Event) -> bool:
    """Take up an event that was announced before, with its people; whether there is one."""
    mine = event.director.get("/tournaments/?mine=true&page_size=200")["results"]
    event.slug = next((each["slug"] for each in mine if each["name"] == event.plan.title), "")
    if event.slug:
        event.know()
        event.managers = cast(event)
    return bool(event.slug)


def _initials(club: str) -> str:
    letters = "".join(word[0] for word in club.split() if word[0].isalpha())
    return letters.upper() if len(letters) == 3 else ""


def choose_format(event: Event) -> None:
    """The director takes the preset."""
    event.director.call("put", event.at("format/"), {"preset": event.plan.preset})


def invite(event: Event) -> None:
    """Managers come by the links that the director hands out; some of them never answer later."""
    for number, manager in cast(event).items():
        offer = {"tournament": event.slug, "role": "manager", "entrant": number}
        link = event.director.call("post", "/invites/", offer)
        if link is None:
            # It was made, and the answer that says where it leads was lost: another one is as good.
            link = event.director.call("post", "/invites/", offer)
        token = link["link"].rstrip("/").rpartition("/")[2]
        manager.call("post", "/invites/accept/", {"token": token})
    event.managers = cast(event)
    if not event.plan.cast:
        event.absent = {number for number in event.managers if number % ABSENT_EVERY == 0}


def cast(event: Event) -> dict[int, Person]:
    """Who manages, by the numbers of the clubs."""
    all_there = bool(event.plan.cast)
    return {
        number: event.part(number, f"Manager {number}")
        for number in sorted(event.numbers.values())
        if all_there or number % NOBODY_EVERY
    }


def start(event: Event) -> None:
    """The schedule is drawn, and play begins."""
    event.director.call("post", event.at("start/"))


COLOURS = (
    ("#0b5563", "#f2b632"), ("#12355b", "#e8e3d3"), ("#3d3a38", "#d9822b"), ("#1f4d3a", "#cfe3d4"),
    ("#9c3d1e", "#f6dfb3"), ("#6b1f2a", "#efe6d8"), ("#7a5c1e", "#fbf3d0"), ("#43286b", "#d8cbe8"),
    ("#24406e", "#f4c7ab"), ("#5b2245", "#f1e3a0"),
)  # fmt: skip
