"""The action log in words: what each code of the vocabulary says to people."""

import re
from dataclasses import dataclass
from typing import Final

from config.journal.models import Action

VOCABULARY = {
    "tournament-created": "set the tournament up",
    "squads-imputed": "dealt squads to clubs that had none",
    "league-replayed": "had the clubs of a real league entered",
    "squads-entered": "entered squads from a sheet",
    "draft-set-up": "set up the draft",
    "draft-settings-changed": "settled how the draft goes",
    "draft-divided": "divided the entrants",
    "draft-taken-back": "took the draft back",
    "draft-rolled": "rolled for the draft",
    "seat-imputed": "said whether a team is imputed",
    "seat-put-out": "put a team out of the draft",
    "slot-chosen": "chose a slot of the draft",
    "slot-given": "gave the earliest slot",
    "slot-drawn": "drew a slot",
    "drafter-said": "said who drafts for a team",
    "draft-opened": "opened the draft",
    "draft-link-made": "made a link to the board of the draft",
    "draft-link-withdrawn": "withdrew the link to the board of the draft",
    "draft-paused": "paused the draft",
    "draft-resumed": "let the draft go on",
    "draft-clock-changed": "changed the clock of the draft",
    "draft-pause-planned": "planned a pause of the draft",
    "draft-turn-skipped": "passed a turn over",
    "draft-picks-undone": "took picks back",
    "draft-lot-withdrawn": "took a nomination back",
    "draft-sold-at-table": "entered a sale of the auction",
    "draft-pick-replaced": "replaced a pick",
    "draft-picks-swapped": "swapped picks",
    "draft-typed-in": "typed in picks of the draft",
    "draft-completed": "ended the draft: the squads are made",
    "parks-dealt": "dealt ballparks to clubs that had none",
    "tendencies-set": "said how a club plays",
    "park-chosen": "chose a home park",
    "event-announced": "announced the event",
    "sign-up-made": "signed up",
    "sign-up-confirmed": "confirmed a sign-up",
    "sign-up-withdrawn": "withdrew a sign-up",
    "substitution-ended": "ended a substitution",
    "substitution-goes-on": "let a substitution go on",
    "place-offered": "offered a place",
    "place-taken": "took a place that was offered",
    "offer-lapsed": "let an offered place lapse",
    "waiting-list-ordered": "ordered the waiting list",
    "sign-ups-told-apart": "said that sign-ups of one address are different people",
    "sign-up-moved-up": "moved up from the waiting list",
    "sign-ups-imported": "put people on the list",
    "door-made": "made the code for the room",
    "door-withdrawn": "withdrew the code for the room",
    "checked-in": "is here",
    "check-in-taken-back": "is not here after all",
    "question-asked": "asked a question",
    "question-answered": "answered a question",
    "question-closed": "closed a question without an answer",
    "question-shown": "put a question and its answer on the announcement",
    "question-taken-down": "took a question off the announcement",
    "day-settled": "settled the timetable and the tables",
    "hall-told": "told the hall something",
    "left-told": "told how a suspended game was left",
    "left-agreed": "agreed to how a suspended game was left",
    "picture-added": "laid a picture of a scoresheet beside its game",
    "picture-removed": "took a picture of a scoresheet away",
    "write-up-stored": "wrote up the event",
    "report-names-stored": "said who had the clubs, for the report",
    "report-mailed": "mailed a report",
    "ballot-opened": "had the clubs vote on an award",
    "ballot-voted": "voted on an award",
    "ballot-closed": "closed a ballot",
    "ballot-cancelled": "called a ballot off",
    "hall-settled": "settled what the hall screen shows",
    "hall-address-made": "made an address for the hall screen",
    "hall-address-withdrawn": "withdrew the address of the hall screen",
    "clubs-entered": "entered clubs",
    "club-withdrawn": "took a club out",
    "tournament-started": "drew the schedule and started play",
    "tournament-completed": "closed the tournament: every series has been played",
    "tournament-reopened": "reopened the tournament: a game was taken back",
    "tournament-options-changed": "changed options, cards or format",
    "tournament-cloned": "made it like another event",
    "tournament-format-chosen": "chose the format",
    "divisions-rolled": "rolled for the divisions",
    "clubs-divided": "divided the clubs",
    "tie-order-changed": "changed how ties are broken",
    "club-dropped": "had a club drop out",
    "drop-undone": "took a drop back",
    "replacement-named": "said who plays on for a dropped club",
    "series-left-uncovered": "made byes of the series that nobody plays for a dropped club",
    "replacement-withdrawn": "withdrew a replacement from a dropped club's series",
    "club-taken-over": "let a dropped club be taken over",
    "points-declared": "declared how season points are reckoned",
    "points-credited": "said which partner is given a club's points",
    "dropped-results-declared": "declared what results of dropped clubs mean",
    "tie-ruled": "recorded how a tie was broken",
    "tie-ruling-withdrawn": "took back how a tie was broken",
    "tie-game-drawn": "opened a game that breaks a tie",
    "round-drawn": "drew the next round",
    "start-taken-back": "took the start back",
    "drawing-taken-back": "took back what had been drawn",
    "drawing-overtaken": "changed what a round was drawn upon",
    "tournament-edition-changed": "changed the rule edition",
    "tournament-visibility-changed": "changed who may look",
    "house-records-joined": "had the event count in the house's records",
    "house-records-left": "took the event out of the house's records",
    "tournament-zone-changed": "changed the event's time zone",
    "series-simulated": "had a series played",
    "simulation-taken-back": "took back what had been simulated",
    "job-queued": "started a job",
    "job-cancelled": "stopped a job",
    "game-started": "started a game",
    "game-final": "finished a game",
    "game-rewound": "took a game back",
    "clock-put-back": "moved what was under way, for the clock of the machine was put back",
    "clock-set": "said how long managers may take to decide online",
    "game-reminded": "reminded the side that was to move",
    "director-called": "asked the director to look at a game that stood still",
    "suspension-offered": "offered to suspend a game",
    "clock-ran-out": "decided for a club whose time was up",
    "house-allowed": "let the house manage while away",
    "house-not-allowed": "no longer lets the house manage",
    "game-redone": "put back what was taken back",
    "game-dice-renewed": "published the hash of fresh dice for a game",
    "game-played-on": "had a game played to its end",
    "game-booked-as-tie": "booked a suspended game as a tie",
    "game-taken-up-again": "had a game finished that was booked as a tie",
    "game-suspended": "suspended a game",
    "game-resumed": "went on with a game",
    "suspended-game-rolled": "wrote down the d20 of a suspended game",
    "suspended-game-roll-corrected": "put the d20 of a suspended game right",
    "game-out-of-turn": "went on with a suspended game before its turn",
    "game-reported": "reported a game",
    "report-confirmed": "confirmed a result",
    "report-disputed": "disputed a result",
    "report-settled": "settled a disputed result",
    "report-official": "made a result official",
    "report-closed": "closed a report, as its series or game ended",
    "report-reopened": "opened a report again, as a drop was taken back",
    "result-corrected": "put a result right",
    "series-begun": "started the clock of a series",
    "series-extended": "gave a series more time",
    "times-ended": "ended the times of a series with it",
    "times-restored": "restored the times of a series, as a drop was taken back",
    "clock-stopped": "stopped the clock of a game, as it ended with its series or was voided",
    "home-roll-reopened": "opened a roll for home again, as a drop was taken back",
    "absence-reported": "reported an absent manager",
    "absence-withdrawn": "withdrew the report of an absent manager",
    "absence-closed": "closed the report of an absent manager, as the series was called off",
    "absence-reopened": "opened the report of an absent manager again, as a drop was taken back",
    "series-time-set-on": "gave a series the time in which it was called off",
    "deadline-set": "set a deadline",
    "deadline-put-off": "put a deadline off",
    "overdue-played": "had the house play what was unplayed at its deadline",
    "ruling-opened": "opened a ruling",
    "ruling-closed": "closed a ruling, as its series or game ended",
    "ruling-reopened": "opened a ruling again, as a drop was taken back",
    "ruling-agreed": "agreed that a mistake happened",
    "ruling-denied": "denied that a mistake happened",
    "ruling-decided": "decided a ruling",
    "ruling-appealed": "appealed a ruling",
    "ruling-dismissed": "dismissed a ruling",
    "game-voided": "took a game off the books",
    "outings-recorded": "wrote a game on a pitching sheet",
    "outings-suspended": "wrote a suspended game on a pitching sheet",
    "outings-completed": "finished a suspended game on a pitching sheet",
    "outings-corrected": "corrected a game on a pitching sheet",
    "outings-taken-back": "took a game off a pitching sheet",
    "violation-found": "had a breach of the pitching law found",
    "sheet-signed": "signed a pitching sheet",
    "sheet-closed": "closed a pitching sheet on which nothing was written",
    "sheet-reopened": "opened a signed pitching sheet again",
    "sheet-carried-over": "had a pitching sheet go on from the phase before",
    "series-erased": "struck a series from a pitching sheet",
    "series-became-bye": "made a series a bye on a pitching sheet",
    "series-bound": "bound the rotation of a club's last series",
    "series-put-back": "put a series back on a pitching sheet",
    "series-unbound": "set the rotation of a club's last series free",
    "daily-page-wanted": "is mailed the daily page of",
    "daily-page-unwanted": "is no more mailed the daily page of",
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


BY_VISITORS: Final = {"question-asked": "A visitor"}
"""The actor of acts that people without an account do as well, where none is named."""


def said(action: Action) -> Said:
    """A log line in words; a code without words of its own says its code."""
    return Said(
        action=action,
        who=str(action.actor) if action.actor else BY_VISITORS.get(action.code, "The house"),
        what=VOCABULARY.get(action.code, action.code.replace("-", " ")),
        about=action.subject_label,
        facts=_facts(action),
    )


def _facts(action: Action) -> str:
    """What changed, where the line does not say it already: scores, ``setup → running``."""
    old, new = action.old or {}, action.new or {}
    if "told" in new:
        return str(new["told"])
    found = []
    for key, value in new.items():
        if isinstance(value, dict):
            found += _settings(old.get(key, {}), value)
        elif key in old and old[key] != value:
            found.append(f"{_plain(old[key])} → {_plain(value)}")
        elif key.isdigit() or key in TELLING:
            found.append(_plain(value))
    return ", ".join(filter(None, found))


def _settings(old: object, new: dict[str, object]) -> list[str]:
    """The options among many that are others now: ``innings 9 → 7``."""
    was = old if isinstance(old, dict) else {}
    return [
        f"{key.replace('_', ' ')} {_plain(was[key])} → {_plain(value)}"
        if key in was
        else f"{f'No. {key}:' if key.isdigit() else key.replace('_', ' ')} {_plain(value)}"
        for key, value in new.items()
        if was.get(key) != value
    ]


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(str(part) for part in value)
    return SCORE.sub("\N{WORD JOINER}–\N{WORD JOINER}", str(value))
