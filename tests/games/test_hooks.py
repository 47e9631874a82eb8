"""Rooms above hear what happens to games in the transaction in which it happens."""

import re
from dataclasses import is_dataclass

import pytest
from django.apps import apps
from django.conf import settings

from config.journal.models import Action
from config.kinds import Question
from config.refusals import Refusal, Refused
from games import hooks
from games.hooks import SeriesCalledOff, SeriesTakenUp, StatusChanged, on, tell
from games.models import Game
from games.seriesday.models import Ruling
from games.services.scoring import add_entries
from tests.games.builders import a_series, started


def refuses(told: object) -> None:
    raise Refused(Refusal("not-up-here", "The room above says no."))


def test_all_who_registered_for_it_hear_it_in_their_order_and_nobody_else(monkeypatch):
    monkeypatch.setattr(hooks, "_LISTENERS", {})
    heard = []
    on(SeriesCalledOff, lambda told: heard.append(("first", told.series_ids)))
    on(SeriesTakenUp, lambda told: heard.append(("other", told.series_ids)))
    on(SeriesCalledOff, lambda told: heard.append(("second", told.series_ids)))
    tell(SeriesCalledOff([7], None))
    assert heard == [("first", [7]), ("second", [7])]
    tell(StatusChanged(Game()))
    assert len(heard) == 2


def test_what_is_refused_above_is_refused_and_nobody_after_it_hears_of_it(monkeypatch):
    monkeypatch.setattr(hooks, "_LISTENERS", {})
    heard = []
    on(SeriesCalledOff, refuses)
    on(SeriesCalledOff, heard.append)
    with pytest.raises(Refused) as caught:
        tell(SeriesCalledOff([7], None))
    assert (caught.value.code, heard) == ("not-up-here", [])


def test_the_match_day_hears_of_a_game_before_the_book_of_its_event():
    heard = [do.__module__ for do in hooks._LISTENERS[StatusChanged]]
    assert list(dict.fromkeys(heard)) == ["games.seriesday.apps", "tournaments.book.keeping"]


@pytest.mark.django_db
def test_an_end_that_a_room_above_refuses_has_not_happened(monkeypatch):
    """Nor has what others had done about it by then: the match day puts a concession that looks
    arranged before the director (T0.05c)."""
    game = started(a_series(), "1")
    before, logged = Game.objects.values().get(), Action.objects.count()
    there = hooks._LISTENERS[StatusChanged]

    def concede() -> None:
        add_entries(game_id=game.pk, after=1, entries=["concede=away"], acting_user=None)

    monkeypatch.setitem(hooks._LISTENERS, StatusChanged, [*there, refuses])
    with pytest.raises(Refused) as caught:
        concede()
    assert caught.value.code == "not-up-here"
    assert Game.objects.values().get() == before
    assert (Action.objects.count(), Ruling.objects.count()) == (logged, 0)
    monkeypatch.setitem(hooks._LISTENERS, StatusChanged, there)
    concede()
    assert Game.objects.get().is_final
    assert Ruling.objects.get().case == "concession"


ARCHITECTURE = (settings.ROOT / "docs" / "explanation" / "architecture.md").read_text()


def app_of(module: str) -> str:
    """The app of a module, as its path."""
    configs = [config.name for config in apps.get_app_configs()]
    above = [name for name in configs if f"{module}.".startswith(f"{name}.")]
    return max(above, key=len).replace(".", "/")


def telling(name: str) -> set[str]:
    """The apps whose code tells of that."""
    return {
        app_of(".".join(path.relative_to(settings.ROOT).with_suffix("").parts))
        for folder in ("games", "pitching", "rosters", "tournaments")
        for path in (settings.ROOT / folder).rglob("*.py")
        if re.search(rf"\btell\(\s*{name}\(", path.read_text())
    }


def test_the_list_of_what_happens_names_who_tells_and_who_listens_in_order():
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", ARCHITECTURE, re.MULTILINE)
    listed = {name: (told, listens) for name, told, listens in rows if hasattr(hooks, name)}
    values = {kind.__name__: kind for kind in hooks._LISTENERS}
    assert listed.keys() == {
        name for name, kind in vars(hooks).items() if is_dataclass(kind) and telling(name)
    }
    for name, (told, listens) in listed.items():
        assert set(re.findall(r"`([\w/]+)`", told)) == telling(name), name
        heard = dict.fromkeys(app_of(do.__module__) for do in hooks._LISTENERS[values[name]])
        assert re.findall(r"`([\w/]+)`", listens) == list(heard), name


def test_the_list_of_questions_names_who_answers():
    answered = {
        name: question._answer.__module__
        for name, question in vars(hooks).items()
        if isinstance(question, Question)
    }
    for name, module in answered.items():
        row = re.search(rf"^\| .*`{name}`.* \| `([\w/]+)`[^|]* \|$", ARCHITECTURE, re.MULTILINE)
        assert row, name
        assert row[1] == app_of(module), name
