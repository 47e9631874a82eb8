"""T31.10: a squad whose field an injury would open is noticed when a series of it begins."""

from dataclasses import replace

import pytest
from django.db.models import Q

from config.refusals import Refused
from games.rules.remedies import STAND
from games.seriesday.models import Ruling
from games.seriesday.selectors.squads import faulty_squads
from games.seriesday.services.finding import found_illegal_squads
from games.seriesday.services.rulings import choose_remedy
from games.services.playing import play_series
from games.services.scoring import Seats, record_game
from rosters.models import Card, Player, PlayerSeason, RosterSpot, Source, Squad
from rosters.rules.coverage import covers, mask
from rosters.selectors.fielders import fielders_of
from tests.games.seriesday.builders import a_day
from tournaments.services.play_out import play_out

pytestmark = pytest.mark.django_db


def thin_out(day) -> list[RosterSpot]:
    """The visitors keep a player for each position and nobody behind him; the spots that went."""
    squad = Squad.objects.get(event__key=day.tournament.scope, team=day.series.away)
    spots = list(squad.spots.filter(card__kind=Card.Kind.HITTER).select_related("card"))
    players = fielders_of([each.card for each in spots], day.series.system_key)
    gone: list[RosterSpot] = []
    for spot in spots:
        rest = [each for each in spots if each not in gone and each is not spot]
        if covers(mask(players[each.card_id].positions) for each in rest):
            gone.append(spot)
    RosterSpot.objects.filter(pk__in=[each.pk for each in gone]).delete()
    return gone


def opened(day) -> list[Ruling]:
    return list(
        Ruling.objects.filter(series__event__key=day.tournament.scope, case="illegal-squad")
    )


@pytest.mark.rule("T31.10b")
def test_a_squad_without_back_ups_comes_before_the_director_once():
    day = a_day(cards=True)
    thin_out(day)
    day.report(day.home, day.pitched(day.claim()))
    (ruling,) = opened(day)
    assert ruling.facts.startswith(f"{day.series.away.name}: ")
    assert ruling.rule == "T31.10b"
    assert (ruling.offended_id, ruling.game_id) == (None, None)
    # It is the director's, in the first series and in the next.
    with pytest.raises(Refused) as caught:
        choose_remedy(ruling_id=ruling.pk, remedy=STAND, acting_user=day.home)
    assert caught.value.code == "not-yours-to-choose"
    choose_remedy(ruling_id=ruling.pk, remedy=STAND, acting_user=day.director)
    day.report(day.home, day.pitched(day.claim(), 2), number=2)
    of_club = Q(away=day.series.away) | Q(home=day.series.away)
    other = day.tournament.series.filter(of_club).exclude(pk=day.series.pk)
    again = replace(day, series=other.select_related("home", "away").first())
    again.report(day.director, again.pitched(again.claim()))
    assert opened(day) == [ruling]


@pytest.mark.rule("T31.10b")
def test_it_is_dismissed_once_the_squad_has_its_players_again():
    day = a_day(cards=True)
    gone = thin_out(day)
    day.report(day.home, day.pitched(day.claim()))
    (ruling,) = opened(day)
    RosterSpot.objects.bulk_create(
        RosterSpot(squad=each.squad, card=each.card, number=each.number) for each in gone
    )
    assert found_illegal_squads([day.series]) == []
    ruling.refresh_from_db()
    assert ruling.state == Ruling.State.DISMISSED
    last = ruling.steps.order_by("number").last()
    assert (last.kind, last.by, bool(last.words)) == ("dismissed", None, True)


def test_a_real_club_may_have_had_nobody_behind_its_shortstop():
    day = a_day(cards=True)
    thin_out(day)
    (team, faulty) = next(iter(faulty_squads([day.series]).items()))
    assert team == day.series.away_id
    source = Source.objects.create(key="real", name="Real")
    for card in Card.objects.filter(pk__in=faulty.cards):
        player = Player.objects.create(source=source, key=card.key, last_name=card.name)
        card.year = 1986
        card.season = PlayerSeason.objects.create(
            player=player, year=1986, whole=True, teams=["BOS", "NYN"]
        )
        card.save()
    found = faulty_squads([day.series])
    assert found == {}
    # One player of another club, and it was chosen.
    PlayerSeason.objects.filter(pk=card.season_id).update(teams=["NYN", "BOS"])
    codes = {each.code for each in faulty_squads([day.series])[team].faults}
    assert codes == {"injury-not-covered"}


def scored(day):
    seats = Seats(away_managed=True, home_managed=True)
    record_game(series_id=day.series.pk, number=1, transcript=(), acting_user=None, seats=seats)


def by_the_servers_dice(day):
    seats = Seats(dice="server", away_managed=True, home_managed=True)
    record_game(series_id=day.series.pk, number=1, transcript=(), acting_user=None, seats=seats)


def simulated(day):
    play_series(series_ids=[day.series.pk], acting_user=None)


def played_out(day):
    play_out(tournament_id=day.tournament.pk, acting_user=None, advance=lambda left: None)


@pytest.mark.rule("T31.10b")
@pytest.mark.parametrize("begin", [scored, by_the_servers_dice, simulated, played_out])
def test_a_game_on_the_engine_brings_it_before_the_director_too(begin):
    day = a_day(cards=True)
    thin_out(day)
    begin(day)
    (ruling,) = opened(day)
    assert ruling.facts.startswith(f"{day.series.away.name}: ")
    assert ruling.series_id == day.series.pk
    # A club plays on with what it has, and nobody is asked twice.
    if begin in (scored, by_the_servers_dice):
        day.report(day.home, day.pitched(day.claim(), 2), number=2)
    played_out(day)
    assert opened(day) == [ruling]


def test_a_begun_series_is_not_looked_at_again():
    day = a_day(cards=True)
    day.report(day.director, day.pitched(day.claim()))
    thin_out(day)
    played_out(day)
    # Its first game began with a legal squad; the club's next series shows the other one.
    (ruling,) = opened(day)
    assert ruling.series_id != day.series.pk


def test_legal_squads_bring_nothing_before_anybody():
    day = a_day(cards=True)
    played_out(day)
    assert opened(day) == []
