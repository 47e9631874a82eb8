"""Topics: what one may ask to be told about, such as "tournament:12" or "job:<uuid>"."""

import re

from games.engine.refusals import Refusal, Refused

FORM = re.compile(r"[a-z][a-z-]{0,19}:[A-Za-z0-9-]{1,40}")
MOST = 12


def verify_topics(topics: list[str]) -> frozenset[str]:
    """The topics of one stream, or a refusal of all that is wrong with them.

    A topic says that something changed and never what, so it needs no right to be watched: the
    page's fragment is fetched with the viewer's own rights.
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
