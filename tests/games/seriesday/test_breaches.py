"""What a box score shows against the law of line-ups and substitutions opens a ruling: told by the
API or the page, chosen about by the offended manager, and dismissed once the box says otherwise."""

from contextlib import suppress
from dataclasses import replace

import pytest
from django.test import Client

from games.rules.boxes import BatterLine
from games.rules.reports import GameClaim
from games.seriesday.forms import as_form
from games.seriesday.models import Ruling
from games.seriesday.selectors.boxes import rosters_of
from games.seriesday.services.reporting import correct_report
from games.seriesday.services.rulings import choose_remedy
from rosters.models import Card, RosterSpot, Squad
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_api import Caller, codes
from tests.games.seriesday.test_boxes import sent
from tests.games.seriesday.test_rulings import refused, reported

pytestmark = pytest.mark.django_db

FIELD = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")


class Boxed:
    """A box of a day's first game, to be altered for the visitors."""

    def __init__(self, day, told: GameClaim | None = None) -> None:
        self.day = day
        self.told = told or day.boxed()
        self.avoid: set[int] = set()
        rosters = rosters_of(day.series, 1)
        assert rosters is not None
        self.players, self.squad = rosters.players[0], rosters.squads[0]
        self.lines = list(self.told.sides[0].batting)

    @property
    def bench(self) -> list[int]:
        """Position players who have not come in."""
        used = {line.player for line in self.lines} | self.avoid
        return [
            key
            for key in sorted(self.squad)
            if key not in used and self.players[key].positions & {*FIELD}
        ]

    def last(self, slot: int) -> BatterLine:
        return [line for line in self.lines if line.slot == slot][-1]

    def fielder(self, *without: str) -> BatterLine:
        """Somebody who began in the field, is still in, and can be replaced."""
        return next(
            line
            for line in self.lines
            if line.positions[-1:]
            and line.positions[0] in FIELD
            and line.positions[0] not in without
            and self.last(line.slot) is line
        )

    def stays(self, line: BatterLine) -> bool:
        """Whether somebody began, and nobody came in for him."""
        return [each for each in self.lines if each.slot == line.slot] == [line]

    def comes_in(self, slot: int, player: int, *positions: str) -> None:
        """A player who does nothing at bat: whatever proved before proves now."""
        self.lines.append(BatterLine(player, slot, positions))

    def claim(self) -> GameClaim:
        lines = tuple(sorted(self.lines, key=lambda line: line.slot))
        away = replace(self.told.sides[0], batting=lines)
        return replace(self.told, sides=(away, self.told.sides[1]))


def a_deep_day():
    """A day on which the visitors of the first game have a second player for every position."""
    day = a_day(cards=True)
    squad = Squad.objects.get(event__key=day.tournament.scope, team=day.series.sides(1)[0])
    last = squad.spots.count()
    hitters = Card.objects.filter(spots__squad=squad, kind=Card.Kind.HITTER)
    for number, card in enumerate(hitters.order_by("pk"), start=last + 1):
        card.pk, card.key, card.name = None, f"{card.key}-ii", f"{card.name} II"
        card.save()
        RosterSpot.objects.create(squad=squad, card=card, number=number)
    return day


def came_back(box: Boxed) -> None:
    out = box.fielder()
    box.comes_in(out.slot, box.bench[0], "pr")
    box.comes_in(out.slot, out.player, out.positions[-1])


def changed_places(box: Boxed) -> None:
    """Two players begin where the other should, of whom one at least has no such position."""
    one, other = next(
        (a, b)
        for a in box.lines
        for b in box.lines
        if a.positions[:1] != b.positions[:1]
        and a.positions[0] in FIELD
        and b.positions[:1]
        and b.positions[0] in FIELD
        and box.stays(a)
        and box.stays(b)
        and b.positions[0] not in box.players[a.player].positions
        and not {a.player, b.player} & box.avoid
    )
    for line, position in ((one, other.positions[0]), (other, one.positions[0])):
        box.lines[box.lines.index(line)] = replace(line, positions=(position,))


def plays_elsewhere(box: Boxed) -> None:
    """Somebody comes in where he has no such position, and another of the bench has."""
    out, player = next(
        (line, key)
        for line in box.lines
        for key in box.bench
        if line is box.last(line.slot)
        and line.player not in box.avoid
        and line.positions[-1] in FIELD
        and line.positions[-1] not in box.players[key].positions
        and any(line.positions[-1] in box.players[other].positions for other in box.bench)
    )
    box.comes_in(out.slot, player, "ph", out.positions[-1])


def nobody_left(box: Boxed) -> None:
    """Everybody who can play the scarcest position is taken out."""
    able = {p: [k for k in box.squad if p in box.players[k].positions] for p in FIELD}
    holders = min(able.values(), key=len)
    slot = box.fielder().slot
    for player in holders:
        if player in box.bench:
            box.comes_in(slot, player, "pr")
    others = [player for player in box.bench if player not in holders]
    for line in list(box.lines):
        if line.player in holders and box.last(line.slot) is line:
            box.comes_in(line.slot, others.pop(0), "pr")


def a_stranger(box: Boxed) -> None:
    rosters = rosters_of(box.day.series, 1)
    assert rosters is not None
    theirs = next(key for key in rosters.squads[1] if "1b" in rosters.players[1][key].positions)
    out = box.fielder()
    box.comes_in(out.slot, theirs, "pr")
    box.comes_in(out.slot, box.bench[0], "pr")


def a_pitcher_hits(box: Boxed) -> None:
    used = {line.player for line in box.lines} | {e.pitcher for e in box.told.sides[0].pitchers}
    pitcher = next(k for k in box.squad if k not in used and box.players[k].positions == {"p"})
    out = box.fielder()
    box.comes_in(out.slot, pitcher, "ph")
    box.comes_in(out.slot, next(k for k in box.bench), "pr")


@pytest.mark.rule("T31.3", "T31.4a", "T31.5", "T31.6d", "T0.01g", "T10.11d", "T10.11m", "T10.11j")
@pytest.mark.parametrize(
    ("alter", "case", "rule"),
    [
        (came_back, "re-entry", "T31.3"),
        (changed_places, "illegal-lineup", "T31.4"),
        (nobody_left, "locked-player-removed", "T31.5"),
        (plays_elsewhere, "defence-not-announced", "T31.6"),
        (a_stranger, "not-in-squad", "T0.06a"),
        (a_pitcher_hits, "other", "T10.11j"),
    ],
)
def test_what_the_law_forbids_is_asked_about_stored_and_ruled_on(alter, case, rule):
    day = a_deep_day()
    box = Boxed(day)
    clean = box.claim()
    alter(box)
    caller = Caller(day, day.director)
    body = sent(box.claim())
    asked = caller.game("", body)
    assert asked.status_code == 422
    assert codes(asked) == [case]
    assert asked.data["error"]["refusals"][0]["facts"]["rule"] == rule
    assert not Ruling.objects.exists()
    assert caller.game("", {**body, "despite": True}).status_code == 201
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule, ruling.state) == (case, rule, "open")
    # The visitors did it; the home side chooses.
    assert ruling.offended_id == day.game().home_id
    assert ruling.opened_by_id is None
    # Told once more it is the same breach, and gone once the box does not show it.
    correct_report(
        game_id=day.game().pk,
        claim=replace(box.claim(), by_computer=True),
        reason="The same.",
        acting_user=day.director,
        despite=True,
    )
    assert Ruling.objects.count() == 1
    correct_report(game_id=day.game().pk, claim=clean, reason="Misread.", acting_user=day.director)
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.DISMISSED
    assert list(ruling.steps.values_list("number", "kind")) == [
        (1, "opened"),
        (2, "dismissed"),
    ]


@pytest.mark.rule("T31.3", "T0.06a")
def test_t31_3_the_page_asks_and_the_offended_manager_chooses():
    day = a_deep_day()
    box = Boxed(day)
    came_back(box)
    client = Client()
    client.force_login(day.home)
    page = f"/series/{day.series.pk}/games/1/report/"
    fields = {"act": "report", **as_form(box.claim())}
    asked = client.post(page, fields)
    assert asked.status_code == 422
    assert "It happened all the same" in asked.content.decode()
    assert client.post(page, {**fields, "despite": "on"}).status_code == 302
    ruling = Ruling.objects.get()
    offended = day.home if ruling.offended_id == day.series.home_id else day.away
    client.force_login(offended)
    address = f"/rulings/{ruling.pk}/"
    assert "treated as though he were injured" in client.get(address).content.decode()
    client.post(address, {"act": "choose", "remedy": "accept"})
    ruling.refresh_from_db()
    assert (ruling.state, ruling.remedy) == ("decided", "accept")


@pytest.mark.rule("T0.17b")
def test_t0_17b_what_the_computer_allowed_and_the_rules_forbid_is_ruled_on():
    day = a_deep_day()
    box = Boxed(day)
    came_back(box)
    caller = Caller(day, day.director)
    body = {**sent(box.claim()), "by_computer": True, "despite": True}
    assert caller.game("", body).status_code == 201
    ruling = Ruling.objects.get()
    assert (ruling.case, ruling.rule) == ("re-entry", "T0.17b")
    assert "T31.3" in ruling.facts
    # What no box shows, such as a hit and run by a pitcher who may not, a manager reports.
    clients = Client()
    clients.force_login(day.home)
    clients.post(
        f"/series/{day.series.pk}/rulings/",
        {
            "number": "1",
            "case": "computer-allowed",
            "offender": str(day.series.away_id),
            "facts": "Hit and run with a 1W pitcher at bat (T19.11).",
        },
    )
    told = Ruling.objects.get(case="computer-allowed")
    assert (told.rule, told.offended_id, told.opened_by) == ("T0.17b", day.series.home_id, day.home)


@pytest.mark.rule("T0.17a")
def test_t0_17a_nothing_was_misread_in_a_game_that_was_played_on_the_computer():
    day = a_day()
    told = replace(day.claim(), by_computer=True)
    day.report(day.director, told)
    assert (
        refused(lambda: reported(day, "misread", offender=None, by=day.director))
        == "computer-stands"
    )
    # Another violation is still one.
    assert reported(day, by=day.director).case == "re-entry"


def out_of_position():
    """A game is suspended with a player of the visitors out of position, and the offended manager
    accepts it: the day, the whole game with that player in it, his line, and the line before it."""
    day = a_deep_day()
    whole, half = Boxed(day), Boxed(day, day.boxed(part=0.5))
    starters = {line.slot: line.player for line in reversed(whole.lines)}
    # Neither he nor the player he comes in for does anything else to the end.
    half.avoid = {line.player for line in whole.lines if whole.last(line.slot) is not line} | {
        line.player for line in whole.lines if starters[line.slot] != line.player
    }
    plays_elsewhere(half)
    wrong = half.lines[-1]
    before = whole.last(wrong.slot)
    day.report(day.director, half.claim(), despite=True)
    ruling = Ruling.objects.get()
    assert ruling.case == "defence-not-announced"
    choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.director)
    whole.lines.append(wrong)
    return day, whole, wrong, before


@pytest.mark.rule("T31.6c", "T31.6e")
def test_t31_6e_after_the_choice_the_defence_is_made_legal_if_it_can_be():
    day, box, wrong, _ = out_of_position()
    caller = Caller(day, day.director)
    stays = caller.game("", {**sent(box.claim()), "despite": True})
    assert stays.status_code == 422
    assert codes(stays) == ["defence-not-made-legal"]
    assert stays.data["error"]["refusals"][0]["facts"]["rule"] == "T31.6e"
    assert day.game().status == "suspended"
    # One of the bench who plays there takes over.
    position = wrong.positions[-1]
    able = next(player for player in box.bench if position in box.players[player].positions)
    box.comes_in(wrong.slot, able, position)
    answer = caller.game("", {**sent(box.claim()), "despite": True})
    assert answer.status_code == 201, answer.data
    assert day.game().status == "final"


@pytest.mark.rule("T31.6e")
def test_t31_6e_where_nobody_is_left_who_plays_there_he_stays():
    day, box, wrong, before = out_of_position()
    position = wrong.positions[-1]
    others = [
        key for key in box.squad if position in box.players[key].positions and key != before.player
    ]
    RosterSpot.objects.filter(card__in=others).delete()
    answer = Caller(day, day.director).game("", {**sent(box.claim()), "despite": True})
    assert answer.status_code == 201, answer.data
    assert day.game().status == "final"


def illegal_from_the_start():
    """A game is suspended whose visitors began with two players in each other's places, and the
    offended manager accepts it: the day, and the whole game with both of them there to the end."""
    day = a_deep_day()
    # A game in which two such players stay to the end.
    for seed in map(str, range(30)):
        told = day.boxed(seed=seed)
        whole, half = Boxed(day, told), Boxed(day, day.boxed(seed=seed, part=0.5))
        half.avoid = {
            line.player for line in whole.lines if not whole.stays(line) or len(line.positions) > 1
        }
        with suppress(StopIteration):
            changed_places(half)
            break
    day.report(day.director, half.claim(), despite=True)
    ruling = Ruling.objects.get()
    assert ruling.case == "illegal-lineup"
    choose_remedy(ruling_id=ruling.pk, remedy="accept", acting_user=day.home)
    began = {line.player: line.positions for line in half.lines}
    for line in whole.lines:
        # Who changed places stays where he began.
        if line.player in began and began[line.player][:1] != line.positions[:1]:
            at = replace(line, positions=began[line.player][:1])
            whole.lines[whole.lines.index(line)] = at
    wrong = [line.player for line in whole.lines if line not in told.sides[0].batting]
    return day, whole, wrong


@pytest.mark.rule("T31.4b")
def test_t31_4b_after_the_choice_the_line_up_is_made_legal_by_substitutions():
    day, box, wrong = illegal_from_the_start()
    caller = Caller(day, day.director)
    stays = caller.game("", {**sent(box.claim()), "despite": True})
    assert stays.status_code == 422
    assert codes(stays) == ["line-up-not-made-legal"]
    assert stays.data["error"]["refusals"][0]["facts"]["rule"] == "T31.4b"
    assert day.game().status == "suspended"
    # They change places where that suffices, or players of the bench come in who play there.
    for player in wrong:
        line = next(each for each in box.lines if each.player == player)
        if box.last(line.slot) is not line:
            continue
        position = line.positions[-1]
        if position not in box.players[player].positions:
            able = next(key for key in box.bench if position in box.players[key].positions)
            box.comes_in(line.slot, able, position)
    answer = caller.game("", {**sent(box.claim()), "despite": True})
    assert answer.status_code == 201, answer.data
    assert day.game().status == "final"


@pytest.mark.rule("T31.4b")
def test_t31_4b_who_stays_keeps_his_spot_and_who_left_does_not_return():
    day, box, wrong = illegal_from_the_start()
    caller = Caller(day, day.director)
    line = next(each for each in box.lines if each.player == wrong[0])
    able = next(key for key in box.bench if line.positions[-1] in box.players[key].positions)
    box.comes_in(line.slot, able, line.positions[-1])
    box.comes_in(line.slot, line.player, line.positions[-1])
    came_back_again = caller.game("", {**sent(box.claim()), "despite": True})
    assert came_back_again.status_code == 422
    assert "man-returned" in codes(came_back_again)
    assert day.game().status == "suspended"


@pytest.mark.rule("T31.4c")
def test_t31_4c_where_it_cannot_be_made_legal_they_stay_with_the_worst_defence():
    day, box, wrong = illegal_from_the_start()
    line = next(
        each
        for each in box.lines
        if each.player in wrong and each.positions[-1] not in box.players[each.player].positions
    )
    position = line.positions[-1]
    others = [key for key in box.squad if position in box.players[key].positions]
    RosterSpot.objects.filter(card__in=[key for key in others if key not in wrong]).delete()
    for player in wrong:
        if position in box.players[player].positions:
            at = next(each for each in box.lines if each.player == player)
            able = next(
                key
                for key in box.bench
                if at.positions[-1] in box.players[key].positions
                and position not in box.players[key].positions
            )
            box.comes_in(at.slot, able, at.positions[-1])
    answer = Caller(day, day.director).game("", {**sent(box.claim()), "despite": True})
    assert answer.status_code == 201, answer.data
    assert day.game().status == "final"
