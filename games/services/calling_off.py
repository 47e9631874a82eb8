"""Call off what is left of the series of a club that dropped out, and take it up again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from config.live.services import publish
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.hooks import SeriesCalledOff, SeriesTakenUp, is_event_over, tell
from games.models import Game, Series
from games.selectors import played_out
from games.topics import series_topic
from pitching.services.sheets import set_called_off

OUT: Final = "A club has dropped out, and the series is a bye."


def verify_goes_on(series: Series) -> None:
    """Nothing is played or reported in a series that was called off (T0.08l): ``called-off``."""
    refuse_all(ended(series))


def verify_left_to_play(series: Series) -> None:
    """Refuse what is of use only while something is left to play: ``called-off``,
    ``series-complete``."""
    refuse_all(ended(series))
    if series.completed_at is not None:
        raise Refused(Refusal("series-complete", "The series has been played."))


def left_to_play(series_ids: Collection[int]) -> list[Series]:
    """Those of these series that have something left to play, locked. Refused where there is none:
    ``series-complete``."""
    waiting = list(Series.objects.locked().filter(pk__in=series_ids, completed_at=None))
    if not waiting:
        raise Refused(Refusal("series-complete", "Nothing of it is left to play."))
    return waiting


def verify_event_goes_on(scope: str) -> None:
    """Refuse what is of use only in games to come: ``event-over``."""
    if is_event_over(scope):
        raise Refused(Refusal("event-over", "The event is over."))


def ended(series: Series, game: Game | None = None) -> list[Refusal]:
    """Why nothing can be done in a series any more, or to a game of it: ``called-off``,
    ``game-void``. Acts refuse by it, and pages offer by it."""
    if series.called_off_at is not None:
        words = (
            "One of the clubs has dropped out: this series is a bye, and its games stand as they "
            "are."
        )
        return [Refusal("called-off", words, facts={"rule": "T0.08l"})]
    if game is not None and game.status == Game.Status.VOID:
        return [Refusal("game-void", "This game was taken off the books.")]
    return []


def lock_series(rows: QuerySet[Series]) -> None:
    """Lock these series: no other request plays or reports in them until the transaction ends."""
    list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def call_off(
    *, series_ids: Collection[int], reason: str = OUT, acting_user: User | None
) -> list[int]:
    """End series of which something is left to play, suspended games (A-Q11) and all that is open
    in them; those that were, by key. In the caller's transaction, which logs it."""
    open_ones = list(Series.objects.locked().filter(pk__in=series_ids, completed_at=None))
    now = timezone.now()
    for series in open_ones:
        series.completed_at = series.called_off_at = now
    Series.objects.bulk_update(open_ones, ["completed_at", "called_off_at"])
    set_called_off(keys=[series_topic(series) for series in open_ones], called_off=True)
    ended = [series.pk for series in open_ones]
    if ended:
        tell(SeriesCalledOff(ended, acting_user, reason))
    publish(*(series_topic(series) for series in open_ones))
    return ended


def take_up_again(*, series_ids: Collection[int], acting_user: User | None) -> None:
    """Series that were called off go on where they stood. In the caller's transaction."""
    now = timezone.now()
    called_off = list(
        Series.objects.locked().filter(pk__in=series_ids, called_off_at__isnull=False)
    )
    since = {series.pk: series.called_off_at or now for series in called_off}
    over = played_out(called_off)
    for series in called_off:
        series.called_off_at = None
        if series.pk not in over:
            series.completed_at = None
    Series.objects.bulk_update(called_off, ["completed_at", "called_off_at"])
    set_called_off(keys=[series_topic(series) for series in called_off], called_off=False)
    if since:
        tell(SeriesTakenUp(since, acting_user))
    publish(*(series_topic(series) for series in called_off))
