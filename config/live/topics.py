"""Topics: what one may ask to be told about, such as "tournament:12" or "job:<uuid>"."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from config.kinds import Kinds, Question
from config.refusals import Refusal, Refused
from config.secret_parts import mark_topic

Door = Callable[[Any, str], bool]
"""Whether a visitor (the request's user) may look at what a topic names, by what follows the
colon."""


class Concern(NamedTuple):
    """The event to which the thing of a topic belongs, and the clubs (by id) that act there."""

    scope: str
    clubs: Collection[int] = ()


Concerns = Callable[[Any, str], "Concern | None"]
"""What a topic concerns, for a visitor who may look at it, by what follows the colon."""

LOOK: Final = "look"
"""The right to look; its sentence stands among the others."""

LOOK_ENDED: Final = "You may no longer look at this."

DOORS: Final[Kinds[Door]] = Kinds()
CONCERNS: Final[Kinds[Concerns]] = Kinds()


def register(
    kind: str, may_look: Door, *, concerns: Concerns | None = None, secret: bool = False
) -> None:
    """Let ``may_look`` answer for topics that begin with ``kind:``, and ``concerns`` for what they
    are about; ``secret``: anyone who knows what follows may look."""
    DOORS.register(kind, may_look)
    if concerns is not None:
        CONCERNS.register(kind, concerns)
    if secret:
        mark_topic(kind)


def unseen(user: Any, topics: Collection[str]) -> list[str]:
    """The topics among these that the user may not watch, or that there are none of."""
    found = []
    for topic in sorted(topics):
        door = DOORS.of(topic)
        if door is None or not door[0](user, door[1]):
            found.append(topic)
    return found


@Question
def rights_of(user: Any, concerns: Mapping[str, Concern]) -> Mapping[str, Mapping[str, str]]:
    """By topic what a user may do with what it concerns: each right with the sentence that says
    that it has ended. The user knows what stands in it."""
    return {}


def rights_in(
    user: Any, topics: Collection[str], before: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Mapping[str, str]]:
    """By topic what the user may do there; nothing where the user may not look. ``before``: the
    same of a moment ago, for a visitor, who has no right but to look."""
    found: dict[str, Mapping[str, str]] = {topic: {} for topic in sorted(topics)}
    concerns: dict[str, Concern] = {}
    for topic in found.keys() - set(unseen(user, topics)):
        found[topic] = {LOOK: LOOK_ENDED}
        if before and before.get(topic) and not user.is_authenticated:
            found[topic] = before[topic]
        elif (asked := CONCERNS.of(topic)) and (concern := asked[0](user, asked[1])):
            concerns[topic] = concern
    for topic, rights in (rights_of(user, concerns) if concerns else {}).items():
        found[topic] = {**found[topic], **rights}
    return found


FORM = re.compile(r"[a-z][a-z-]{0,19}:[A-Za-z0-9-]{1,40}")
MOST = 60
"""A page names up to 12; the windows of a browser share a stream."""


def verify_topics(topics: list[str]) -> frozenset[str]:
    """The topics of one stream, or a refusal of all that is wrong with them.

    A topic says that something changed and never what: the page's fragment is fetched with the
    viewer's own rights. When it changed is the business of those who may look at it all the same;
    see ``unseen``.
    """
    refusals = [
        Refusal("bad-topic", f"{topic[:64]!r} is not a topic.", place="topic")
        for topic in topics
        if not FORM.fullmatch(topic)
    ]
    if not topics:
        refusals.append(Refusal("no-topic", "Say what to watch: ?topic=...", place="topic"))
    if len(topics) > MOST:
        refusals.append(
            Refusal("too-many-topics", f"One stream watches at most {MOST} topics.", place="topic")
        )
    if refusals:
        raise Refused(*refusals)
    return frozenset(topics)
