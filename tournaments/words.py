"""The action log in words: what each code of the vocabulary says to people."""

from dataclasses import dataclass

from config.journal.models import Action

VOCABULARY = {
    "tournament-created": "set the tournament up",
    "tournament-started": "drew the schedule and started play",
    "tournament-completed": "closed the tournament: every series has been played",
    "tournament-visibility-changed": "changed who may look",
    "series-simulated": "had a series played",
    "job-queued": "started a job",
    "job-cancelled": "stopped a job",
    "game-started": "started a game",
    "game-final": "finished a game",
    "game-rewound": "took a game back",
    "game-suspended": "suspended a game",
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
    """The plain values of a change: ``role director``, ``state setup → running``."""
    old, new = action.old or {}, action.new or {}
    found = []
    for key, value in new.items():
        if isinstance(value, (list, dict)) or value in ("", None):
            continue
        label = f"game {key}" if key.isdigit() else key.replace("_", " ")
        if key in old and old[key] != value:
            found.append(f"{label} {old[key]} → {value}")
        else:
            found.append(f"{label} {value}")
    return ", ".join(found)
