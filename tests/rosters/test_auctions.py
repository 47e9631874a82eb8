"""An auction by programs and pages of its director and its managers."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from config.notices.selectors import waiting_for
from config.notices.services import look
from rosters.drafts.models import Draft, DraftEvent, DraftPick, SecretMaximum
from rosters.models import RosterSpot
from rosters.rules.draft.settings import AuctionTerms, Clock, DraftSettings
from tests.builders import browser, director_of, league, manager
from tests.programs import Program
from tests.rosters.builders import a_purestrat_set
from tests.rosters.drafts import a_league, best, prepared, room_of

pytestmark = pytest.mark.django_db

TERMS = AuctionTerms(budget=1000, bid_seconds=10)
NO_CLOCK = DraftSettings(sanctioned=False, order="auction", auction=TERMS)
CLOCK = DraftSettings(
    sanctioned=False,
    order="auction",
    auction=TERMS,
    clock=Clock(kind="per-pick", seconds=60, at_zero="auto"),
)


class Auction:
    """An open one of four clubs, with programs of its director and its managers."""

    def __init__(self, settings=NO_CLOCK, *, clubs=8):
        # Of so many clubs' players four draft.
        cards = a_purestrat_set(clubs=clubs)
        tournament = league(4, system_key="purestrat", card_set=cards.slug, started=False)
        self.users = {
            number: manager(tournament, number, f"Bids {number}") for number in (1, 2, 3, 4)
        }
        self.draft = prepared(tournament, settings)
        # What the house pays follows from it.
        Draft.objects.update(seed="an auction")
        self.director = director_of(tournament)
        home = f"drafts/{self.draft.pk}/"
        self.office = Program(self.director, home)
        self.programs = {number: Program(user, home) for number, user in self.users.items()}
        self.office.post("open/")

    def nominate(self, position="ss", **more):
        slot = self.office.get()["turn"]["slot"]
        card = best(self.draft, position)
        return self.programs[slot].post("nominate/", {"card": card, **more})["lot"]

    def bid(self, slot, amount):
        lot = self.office.get()["lot"]
        return self.programs[slot].post("bid/", {"lot": lot["number"], "amount": amount})["lot"]

    def refused(self, slot, act, **sent):
        if act != "nominate":
            sent.setdefault("lot", (self.office.get()["lot"] or {"number": 1})["number"])
        return self.programs[slot].refused("put" if act == "maximum" else "post", f"{act}/", sent)


def led(lot):
    return lot["leader"], lot["price"]


def test_a_card_is_nominated_bid_for_and_sold_when_the_others_are_out():
    auction = Auction()
    assert auction.refused(2, "nominate", card=best(auction.draft, "ss")) == ["not-your-nomination"]
    lot = auction.nominate()
    assert led(lot) == (1, 1)
    assert auction.refused(2, "nominate", card=best(auction.draft, "cf")) == ["lot-open"]
    assert led(auction.bid(2, 5)) == (2, 5)
    assert auction.refused(3, "bid", amount=5) == ["bid-too-low"]
    assert auction.refused(3, "bid", amount=990) == ["over-budget"]
    assert auction.refused(2, "bid", amount=6) == ["already-leading"]
    assert auction.refused(2, "pass-lot") == ["already-leading"]
    for slot in (1, 3):
        auction.programs[slot].post("pass-lot/", {"lot": lot["number"]})
    board = auction.programs[4].post("pass-lot/", {"lot": lot["number"]})
    assert board["lot"] is None
    assert [(each["slot"], each["card"], each["price"]) for each in board["picks"]] == [
        (2, lot["card"], 5)
    ]
    assert {each["slot"]: each["money"] for each in board["seats"]} == {
        1: 1000,
        2: 995,
        3: 1000,
        4: 1000,
    }
    assert board["turn"]["slot"] == 2
    assert auction.refused(3, "bid", lot=lot["number"], amount=9) == ["already-sold"]
    assert auction.refused(3, "bid", lot=999, amount=9) == ["not-open"]
    assert DraftPick.objects.get(draft=auction.draft).price == 5
    assert auction.programs[2].refused("post", "picks/", {"card": best(auction.draft, "cf")}) == [
        "is-auction"
    ]


def test_a_pause_keeps_managers_from_bidding_and_the_director_undoes():
    auction = Auction()
    auction.nominate()
    auction.office.post("pause/")
    assert auction.refused(2, "bid", amount=5) == ["draft-paused"]
    auction.office.post("resume/")
    auction.bid(2, 5)
    assert auction.office.post("undo/") == {"withdrawn": []}
    assert auction.office.get()["lot"] is None
    lot = auction.nominate()
    assert auction.programs[1].refused("post", "hammer/", {"lot": lot["number"]}) == ["not-found"]
    auction.office.post("hammer/", {"lot": lot["number"]})
    auction.nominate("cf")
    assert auction.office.post("undo/", {"pick": 1}) == {"withdrawn": [1]}
    board = auction.office.get()
    assert (board["lot"], board["turn"]["slot"], board["picks"]) == (None, 1, [])
    card, other = best(auction.draft, "ss"), best(auction.draft, "cf")
    auction.office.post("sell/", {"buyer": 3, "price": 17, "card": card})
    assert auction.office.refused("post", "sell/", {"buyer": 3, "price": 0, "card": other}) == [
        "bid-too-low"
    ]
    assert auction.office.refused("post", "sell/", {"buyer": 3, "price": 1, "card": card}) == [
        "player-taken"
    ]
    board = auction.office.post("replace/", {"pick": 3, "card": other})
    assert [(each["card"], each["price"]) for each in board["picks"]] == [(other, 17)]


def test_maximums_bid_for_their_clubs_and_are_known_to_nobody_else():
    auction = Auction()
    lot = auction.nominate()
    auction.programs[2].put("maximum/", {"lot": lot["number"], "amount": 743})
    assert led(auction.office.get()["lot"]) == (2, 2)
    assert auction.refused(3, "maximum", amount=2) == ["bid-too-low"]
    assert auction.refused(3, "maximum", amount=990) == ["over-budget"]
    assert auction.office.refused(
        "put", "maximum/", {"slot": 3, "lot": lot["number"], "amount": 20}
    ) == ["not-your-seat"]
    auction.programs[3].put("maximum/", {"lot": lot["number"], "amount": 631})
    assert led(auction.office.get()["lot"]) == (2, 632)
    assert auction.programs[2].get("maximum/") == {"slot": 2, "lot": lot["number"], "amount": 743}
    assert auction.programs[4].get("maximum/")["amount"] is None
    assert auction.office.refused("get", "maximum/") == ["not-found"]
    home = f"/drafts/{auction.draft.pk}/"
    own = browser(auction.users[2])
    assert "up to 743" in own.get(home).content.decode()
    for user in (auction.users[3], auction.director, None):
        for page in (home, f"{home}log/", f"{home}wall/"):
            assert "743" not in text_of(browser(user).get(page).content.decode())
        program = Program(user, f"drafts/{auction.draft.pk}/")
        for path in ("", "log/"):
            assert not re.search(r"(?<![\d.])743(?!\d)", str(program.get(path)))
    facts = [line.data for line in DraftEvent.objects.filter(draft=auction.draft)]
    assert 743 not in [value for data in facts for value in data.values()]
    # The same amount as the leader's, later.
    assert led(auction.bid(4, 743)) == (2, 743)
    assert led(auction.bid(4, 744)) == (4, 744)


def notices_of(user):
    look(now=timezone.now())
    return [
        (each.title, each.detail)
        for each in waiting_for(user, timezone.now())
        if each.kind == "outbid"
    ]


def test_who_is_outbid_gets_a_notice_until_they_lead_or_are_out():
    auction = Auction()
    two = auction.users[2]
    lot = auction.nominate()
    auction.bid(2, 5)
    assert notices_of(two) == []
    auction.bid(3, 7)
    ((title, detail),) = notices_of(two)
    assert title.endswith(f"is outbid for {lot['name']}")
    assert detail.endswith("leads at 7.")
    page = browser(two).get(f"/drafts/{auction.draft.pk}/").content.decode()
    assert "You are outbid" in page
    assert notices_of(auction.users[4]) == []
    assert [words for _, words in notices_of(auction.users[1])] == [detail]
    # A maximum that bids above another's is a bid as any other.
    auction.programs[2].put("maximum/", {"lot": lot["number"], "amount": 20})
    assert (notices_of(two), len(notices_of(auction.users[3]))) == ([], 1)
    auction.programs[3].post("pass-lot/", {"lot": lot["number"]})
    assert notices_of(auction.users[3]) == []


def text_of(page: str) -> str:
    """What can be read of a page's room."""
    return re.sub(r"<[^>]*>", " ", page.partition('id="dr-')[2])


def test_managers_nominate_bid_and_are_out_in_the_room_and_a_director_sells():
    auction = Auction()
    home = f"/drafts/{auction.draft.pk}/"
    one, two, desk = (
        browser(user) for user in (*list(auction.users.values())[:2], auction.director)
    )
    card = best(auction.draft, "ss")
    asks = one.get(f"{home}confirm/?slot=1&card={card}").content.decode()
    assert 'name="opening"' in asks
    sent = {"act": "nominate", "card": card, "opening": "3"}
    assert one.post(home, sent).status_code == 302
    lot = auction.office.get()["lot"]
    assert led(lot) == (1, 3)
    page = two.get(home).content.decode()
    assert all(f"Bid {amount}<" in page for amount in (4, 5, 8))
    assert "Bid 4<" not in one.get(home).content.decode()
    on_it = {"lot": lot["number"], "slot": 2}
    assert two.post(home, {**on_it, "act": "bid", "amount": "8"}).status_code == 302
    stale = two.post(home, {**on_it, "act": "bid", "amount": "5"})
    assert stale.status_code == 422
    assert two.post(home, {**on_it, "act": "maximum", "amount": "20"}).status_code == 302
    assert SecretMaximum.objects.get().amount == 20
    assert two.post(home, {**on_it, "act": "maximum", "amount": ""}).status_code == 302
    assert not SecretMaximum.objects.exists()
    out = {"act": "pass-lot", "lot": lot["number"], "slot": 1}
    assert one.post(home, out).status_code == 302
    assert auction.office.get()["lot"]["passed"] == [1]
    assert desk.post(home, {"act": "hammer", "lot": lot["number"]}).status_code == 302
    name = room_of(auction.draft).pool.players[best(auction.draft, "cf")].name
    sold = {"act": "sell", "name": name, "buyer": 4, "price": "12"}
    assert desk.post(home, sold).status_code == 302
    assert {each["slot"]: each["price"] for each in auction.office.get()["picks"]} == {2: 8, 4: 12}
    for page in (home, f"{home}recap/", f"{home}wall/"):
        assert ">12<" in desk.get(page).content.decode().replace(" ", "")
    assert desk.post(home, {"act": "undo"}).status_code == 302
    assert [each["slot"] for each in auction.office.get()["picks"]] == [2]


def test_the_terms_of_an_auction_are_settled_on_the_page():
    tournament = a_league()
    draft = prepared(tournament)
    desk = browser(director_of(tournament))
    sent = desk.get(f"/drafts/{draft.pk}/").context["settings_form"].initial
    sent = {name: value for name, value in sent.items() if value is not False}
    changed = {**sent, "act": "settings", "order": "auction", "budget": 300, "bid_seconds": 20}
    answer = desk.post(f"/drafts/{draft.pk}/", changed)
    assert answer.status_code == 302, answer.context["refusals"]
    draft.refresh_from_db()
    settled = draft.settled
    assert (settled.is_auction, settled.auction) == (True, AuctionTerms(300, 1, 20))


def test_practice_of_an_auction_ends_with_whole_squads():
    auction = Auction()
    made = auction.programs[1].post("practice/", code=201)
    player = Program(auction.users[1], f"drafts/{made['id']}/")
    card = player.get("advice/")["card"]
    # So much for one the house does not pay.
    board = player.post("nominate/", {"card": card, "opening": 700})
    assert [(each["card"], each["price"]) for each in board["picks"]][:1] == [(card, 700)]
    # A card of the house's waits for the only one who might bid.
    assert board["lot"]["leader"] != 1
    player.post("pass-lot/", {"lot": board["lot"]["number"]})
    board = player.put("drafter/", {"drafter": "house"})
    assert board["state"] == "complete"
    assert [each["open_places"] for each in board["seats"]] == [0, 0, 0, 0]


def test_the_clock_sells_and_the_house_nominates_for_who_does_not():
    with time_machine.travel(timezone.now(), tick=False) as clock:
        auction = Auction(CLOCK)
        lot = auction.nominate()
        clock.shift(timedelta(seconds=8))
        auction.bid(2, 5)
        clock.shift(timedelta(seconds=8))
        assert led(auction.office.get()["lot"]) == (2, 5)
        clock.shift(timedelta(seconds=8))
        # Nobody has looked since it ran out: the bid that comes too late finds it sold.
        assert auction.programs[3].refused("post", "bid/", {"lot": lot["number"], "amount": 9}) == [
            "already-sold"
        ]
        board = auction.office.get()
        assert (board["lot"], board["turn"]["slot"], len(board["picks"])) == (None, 2, 1)
        clock.shift(timedelta(seconds=70))
        board = auction.office.get()
        assert led(board["lot"]) == (2, 1)


def test_the_house_buys_for_seats_without_people_and_squads_come_of_it():
    auction = Auction()
    auction.nominate()
    auction.bid(2, 300)
    for slot in auction.programs:
        auction.office.put("drafter/", {"slot": slot, "drafter": "house"})
    board = auction.office.get()
    assert board["lot"] is None
    assert [each["open_places"] for each in board["seats"]] == [0, 0, 0, 0]
    assert all(0 <= each["money"] <= 1000 for each in board["seats"])
    auction.office.post("finish/")
    spots = RosterSpot.objects.filter(squad__event__key=auction.draft.scope)
    assert spots.count() == 100
    assert sum(spot.price for spot in spots) > 4 * 600
    assert SecretMaximum.objects.count() == 0
    sheet = browser(auction.director).get(f"/drafts/{auction.draft.pk}/picks.csv").content.decode()
    assert sheet.splitlines()[0].endswith(",price")


@pytest.mark.long
def test_the_house_makes_legal_squads_of_hardly_more_than_they_take():
    auction = Auction(clubs=5)
    for slot in auction.programs:
        auction.office.put("drafter/", {"slot": slot, "drafter": "house"})
    board = auction.office.get()
    assert [each["open_places"] for each in board["seats"]] == [0, 0, 0, 0]
    assert all(0 <= each["money"] <= 200 for each in board["seats"])
    auction.office.post("finish/")
    assert RosterSpot.objects.filter(squad__event__key=auction.draft.scope).count() == 100


def test_an_auction_is_not_opened_with_too_little_money():
    tournament = a_league()
    draft = prepared(
        tournament,
        DraftSettings(sanctioned=False, order="auction", auction=AuctionTerms(budget=20)),
    )
    office = Program(director_of(tournament), f"drafts/{draft.pk}/")
    assert office.refused("post", "open/") == ["budget-too-small"]
    slow = {"clock": {"kind": "staggered"}, "order": "auction"}
    assert office.refused("put", "settings/", {"settings": slow}) == ["auction-clock"]
    poor = {"auction": {"budget": 5, "least": 6}, "order": "auction"}
    assert office.refused("put", "settings/", {"settings": poor}) == ["auction-money"]


def test_what_was_bought_at_a_table_is_typed_in_with_its_prices():
    auction = Auction()
    names = room_of(auction.draft).pool.players
    first, second = names[best(auction.draft, "ss")], names[best(auction.draft, "cf")]
    page = f"/drafts/{auction.draft.pk}/type-in/"
    desk = browser(auction.director)
    sheet = f"round,team,pick,price\n1,2,{first.name},31\n1,1,{second.name},7\n"
    assert desk.post(page, {"sheet": sheet}).status_code == 302
    sold = {each["slot"]: each["price"] for each in auction.office.get()["picks"]}
    assert sold == {1: 7, 2: 31}
    dear = f"round,team,pick,price\n2,1,{names[best(auction.draft, 'c')].name},990\n"
    refused = desk.post(page, {"sheet": dear})
    assert [each.code for each in refused.context["refusals"]] == ["over-budget"]
    none = f"round,team,pick,price\n2,1,{names[best(auction.draft, 'c')].name},\n"
    refused = desk.post(page, {"sheet": none})
    assert [each.code for each in refused.context["refusals"]] == ["missing-price"]
