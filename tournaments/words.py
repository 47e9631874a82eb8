"""The action log in words: what each code of the vocabulary says to people."""

import re
from dataclasses import dataclass

from config.journal.models import Action

VOCABULARY = {
    "tournament-created": "set the tournament up",
    "squads-imputed": "dealt squads to clubs that had none",
    "parks-dealt": "dealt ballparks to clubs that had none",
    "tendencies-set": "said how a club plays",
    "park-chosen": "chose a home park",
    "clubs-entered": "entered clubs",
    "club-withdrawn": "took a club out",
    "tournament-started": "drew the schedule and started play",
    "tournament-completed": "closed the tournament: every series has been played",
    "tournament-reopened": "reopened the tournament: a game was taken back",
    "tournament-visibility-changed": "changed who may look",
    "series-simulated": "had a series played",
    "job-queued": "started a job",
    "job-cancelled": "stopped a job",
    "game-started": "started a game",
    "game-final": "finished a game",
    "game-rewound": "took a game back",
    "game-suspended": "suspended a game",
    "game-resumed": "went on with a game",
    "game-voided": "took a game off the books",
    "invite-made": "made an invite",
    "invite-mailed": "mailed an invite",
    "invite-accepted": "accepted an invite",
    "invite-withdrawn": "withdrew an invite",
    "role-granted": "gave a role",
    "role-revoked": "took a role away",
    "team-member-appointed": "appointed",
    "team-member-dismissed": "dismissed",
    "team-changed": "changed a club",
}


TELLING = ("result", "reason", "email")
"""Facts worth a glance; the scores of a series stand under the numbers of its games."""

SCORE = re.compile(r"(?<=\d)-(?=\d)")


@dataclass(frozen=True)
class Said:
    """A line of the log for people: who did what to what, and the facts worth a glance."""

    action: Action
    who: str
    what: str
    about: str
    facts: str


def said(action: Action) -> Said:
    """A log line in words; a code without words of its own says its code."""
    return Said(
        action=action,
        who=str(action.actor) if action.actor else "The house",
        what=VOCABULARY.get(action.code, action.code.replace("-", " ")),
        about=action.subject_label,
        facts=_facts(action),
    )


def _facts(action: Action) -> str:
    """What changed, where the line does not say it already: scores, ``setup → running``."""
    old, new = action.old or {}, action.new or {}
    found = []
    for key, value in new.items():
        if key in old and old[key] != value:
            found.append(f"{_plain(old[key])} → {_plain(value)}")
        elif key.isdigit() or key in TELLING:
            found.append(_plain(value))
    return ", ".join(filter(None, found))


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(part) for part in value)
    return SCORE.sub("\N{WORD JOINER}–\N{WORD JOINER}", str(value))
