"""The opponent signs after each series, a director in his stead, and nobody his own sheet."""

import pytest

from config.journal.models import Action
from config.live.models import LiveEvent
from config.refusals import Refused
from pitching.models import SheetSeries, Signature
from pitching.selectors.sheets import is_official, signature_of
from pitching.services.recording import take_back_columns
from pitching.services.sheets import erase_series
from pitching.services.signing import reopen_series, sign_series
from pitching.topics import sheet_topic
from tests.at_once import at_once
from tests.builders import person
from tests.pitching.builders import Club, manager_of, two_clubs


def a_series_on(club: Club, games: int = 3) -> SheetSeries:
    for column, starter in zip(range(1, games + 1), (1, 2, 3), strict=False):
        club.record(column, (starter, 27))
    return SheetSeries.objects.get(sheet=club.sheet)


def codes(act, **kwargs):
    with pytest.raises(Refused) as caught:
        act(**kwargs)
    return [refusal.code for refusal in caught.value.refusals]


@pytest.mark.django_db
@pytest.mark.rule("T10.2s", "T0.06d")
def test_t10_2s_the_opponent_signs_and_the_signed_sheet_stands():
    home, away = two_clubs()
    own, opponent = manager_of(home, "Own"), manager_of(away, "Opponent")
    series = a_series_on(home)
    assert not is_official(series)
    assert codes(sign_series, series_id=series.pk, acting_user=own) == ["own-sheet"]
    assert codes(sign_series, series_id=series.pk, acting_user=person("Passer")) == [
        "not-the-opponent"
    ]
    LiveEvent.objects.all().delete()
    signature = sign_series(series_id=series.pk, acting_user=opponent)
    assert (signature.signed_by, signature.as_director) == (opponent, False)
    # Whoever looks at the sheet sees it signed.
    assert LiveEvent.objects.filter(topic=sheet_topic(series.sheet)).exists()
    assert is_official(series)
    assert codes(sign_series, series_id=series.pk, acting_user=opponent) == ["already-signed"]
    assert codes(home.record, column=1, acting_user=own, typed=True) == ["no-starter"]
    with pytest.raises(Refused) as caught:
        home.record(1, (1, 26), (6, 1))
    assert caught.value.code == "sheet-signed"
    with pytest.raises(Refused) as caught:
        take_back_columns(
            sheet_ids=[home.sheet.pk], keys=["game:1"], reason="Void", acting_user=None
        )
    assert caught.value.code == "sheet-signed"
    # What stood there already may be told again.
    assert home.record(1, (1, 27)) is None


@pytest.mark.django_db
@pytest.mark.rule("T10.2s")
def test_t10_2s_a_series_that_was_struck_is_signed_by_nobody():
    home, away = two_clubs()
    opponent = manager_of(away, "Opponent")
    series = a_series_on(home)
    erase_series(series=series, reason="The club is gone", acting_user=None)
    assert "series-struck" in codes(sign_series, series_id=series.pk, acting_user=opponent)
    assert not Signature.objects.exists()


@pytest.mark.django_db
@pytest.mark.rule("T10.2s")
def test_t10_2s_a_director_signs_for_the_opponent_and_is_recorded_so():
    home, _ = two_clubs()
    series = a_series_on(home)
    directing = manager_of(home, "Directing manager", is_staff=True)
    assert codes(sign_series, series_id=series.pk, acting_user=directing) == ["own-sheet"]
    director = person("Director", is_staff=True)
    signature = sign_series(series_id=series.pk, acting_user=director)
    assert signature.as_director
    action = Action.objects.get(code="sheet-signed")
    assert (action.actor, action.new) == (director, {"games": [1, 3], "as": "director"})


@pytest.mark.django_db
def test_an_unfinished_series_is_not_signed():
    home, away = two_clubs()
    opponent = manager_of(away, "Opponent")
    series = a_series_on(home, games=2)
    home.record(3, (3, 15), suspended=True)
    with pytest.raises(Refused) as caught:
        sign_series(series_id=series.pk, acting_user=opponent)
    assert caught.value.code == "series-unfinished"
    assert dict(caught.value.refusals[0].facts) == {"played": 2, "length": 3}
    home.record(3, (3, 15), (6, 12))
    sign_series(series_id=series.pk, acting_user=opponent)


@pytest.mark.django_db
@pytest.mark.rule("T0.06d")
def test_t0_06d_a_later_series_makes_the_one_before_official():
    home, away = two_clubs()
    manager_of(away, "Opponent")
    series = a_series_on(home)
    home.record(4, (4, 27))
    assert is_official(series)
    assert signature_of(series) is None
    take_back_columns(sheet_ids=[home.sheet.pk], keys=["game:4"], reason="Void", acting_user=None)
    assert not is_official(series)


@pytest.mark.django_db
def test_only_a_director_opens_a_signed_sheet_again_and_says_why():
    home, away = two_clubs()
    opponent, director = manager_of(away, "Opponent"), person("Director", is_staff=True)
    series = a_series_on(home)
    usual = {"series_id": series.pk, "acting_user": director, "reason": "Wrong game"}
    assert codes(reopen_series, **usual) == ["not-signed"]
    sign_series(series_id=series.pk, acting_user=opponent)
    assert codes(reopen_series, **{**usual, "acting_user": opponent}) == ["director-only"]
    assert codes(reopen_series, **{**usual, "reason": "  "}) == ["reason-missing"]
    reopen_series(**usual)
    line = Action.objects.get(code="sheet-reopened")
    assert (line.actor, line.old, line.new["reason"]) == (
        director,
        {"signed_by": str(opponent)},
        "Wrong game",
    )
    home.record(1, (1, 26), (6, 1))
    again = sign_series(series_id=series.pk, acting_user=opponent)
    first = Signature.objects.exclude(pk=again.pk).get()
    assert (first.reopened_by, first.reason) == (director, "Wrong game")
    assert home.written()[1] == {1: 26, 6: 1}


@pytest.mark.django_db(transaction=True)
def test_two_who_sign_at_once_sign_once():
    home, away = two_clubs()
    opponent = manager_of(away, "Opponent")
    series = a_series_on(home)
    found = at_once(2, lambda _: sign_series(series_id=series.pk, acting_user=opponent))
    assert sorted(isinstance(answer, Refused) for answer in found) == [False, True]
    assert Signature.objects.count() == 1
