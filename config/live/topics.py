"""Topics: what one may ask to be told about, such as "tournament:12" or "job:<uuid>"."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from config.kinds import Kinds
from config.refusals import Refusal, Refused
from config.secret_parts import mark_topic

Door = Callable[[Any, str], bool]
"""Whether a visitor (the request's user) may look at what a topic names, by what follows the
colon."""

Rights = Callable[[Any, str], Mapping[str, str]]
"""What a visitor may do with what a topic names, beside looking at it: each right with the sentence
that says that it has ended. What stands in it the visitor knows."""

LOOK: Final = "look"
"""The right to look; its sentence stands among the others."""

LOOK_ENDED: Final = "You may no longer look at this."

DOORS: Final[Kinds[Door]] = Kinds()
RIGHTS: Final[Kinds[Rights]] = Kinds()


def register(
    kind: str, may_look: Door, *, rights: Rights | None = None, secret: bool = False
) -> None:
    """Let ``may_look`` answer for topics that begin with ``kind:``, and ``rights`` for what else
    their visitors may do; ``secret``: anyone who knows what follows may look."""
    DOORS.register(kind, may_look)
    if rights is not None:
        RIGHTS.register(kind, rights)
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


def rights_in(
    user: Any, topics: Collection[str], before: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Mapping[str, str]]:
    """By topic what the user may do there; nothing where the user may not look. ``before``: the
    same of a moment ago, for a visitor, who has no right but to look."""
    hidden = unseen(user, topics)
    found: dict[str, Mapping[str, str]] = {}
    for topic in sorted(topics):
        rights = RIGHTS.of(topic)
        if topic in hidden:
            found[topic] = {}
        elif before and before.get(topic) and not user.is_authenticated:
            found[topic] = before[topic]
        else:
            found[topic] = {LOOK: LOOK_ENDED, **(rights[0](user, rights[1]) if rights else {})}
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
