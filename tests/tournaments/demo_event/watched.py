"""A wire on which every call is watched: what is done is logged, and whoever watches is told."""

from config.journal.models import Action
from config.live.models import LiveEvent
from games.models import Game, Series
from games.topics import game_topic, series_topic, squad_topic
from pitching.models import PitchingSheet
from pitching.topics import sheet_topic
from rosters.drafts.models import Draft
from rosters.models import Squad
from tournaments.demo_event.wires import Answer, InProcess

NOTHING_DONE = ("/preview/", "/validate/")
"""Calls that only ask."""

IN_ITS_OWN_LOG = ("/throw/", "/entries/", "/picks/")
"""What is played stands in the transcript and what is drafted in the draft's own log."""

NOBODY_LOOKS = {"tournament-created", "invite-made", "invite-accepted", "team-member-appointed"}
"""Done where there is no page yet that could change, or for the eyes of those who did it."""

TOPICS = {
    Game: game_topic,
    Series: series_topic,
    PitchingSheet: sheet_topic,
    Squad: squad_topic,
}


class Watched(InProcess):
    """The whole house in this process; ``AssertionError`` at the first act that is not logged or
    not told."""

    def ask(self, method: str, path: str, token: str, data: object) -> Answer:
        """One call, and what it left behind."""
        logged = last(Action)
        told = last(LiveEvent)
        answer = super().ask(method, path, token, data)
        if method.upper() != "GET" and answer.status < 300 and not path.endswith(NOTHING_DONE):
            acts = list(Action.objects.filter(pk__gt=logged))
            where = f"{method} {path}: {[act.code for act in acts]}"
            assert acts or path.endswith(IN_ITS_OWN_LOG), f"{where} is not in the log"
            topics = set(LiveEvent.objects.filter(pk__gt=told).values_list("topic", flat=True))
            assert topics or {act.code for act in acts} <= NOBODY_LOOKS, f"{where}: nobody is told"
            for act in acts:
                if act.code not in NOBODY_LOOKS:
                    missing = watched(act) - topics
                    assert not missing, f"{where}: {act.code} is not told to {missing}"
        return answer


def last(model: type[Action] | type[LiveEvent]) -> int:
    """The key of its last row."""
    return model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def watched(act: Action) -> set[str]:
    """What those watch whom an act concerns: the thing itself, and the event, unless it is a draft,
    which has a room of its own, or what a club lays down, which is nobody else's business."""
    if act.subject_type == Draft._meta.label_lower:
        return set(Draft.objects.get(pk=act.subject_id).topics)
    found = {act.scope} if act.scope.startswith("tournament:") else set()
    for model, topic in TOPICS.items():
        if act.subject_type == model._meta.label_lower:
            subject = model.objects.filter(pk=act.subject_id).first()
            if subject is not None:
                found = {topic(subject)} | (found if model is not Squad else set())
    return found
