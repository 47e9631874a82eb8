"""Everything for which an event waits for a club's manager, and what happens in place of it where
the club has none. A new act that waits for a manager is put into this table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

COMPUTER: Final = "The computer manager"
OTHERS: Final = "The people of the series"
DIRECTOR: Final = "The director"


@dataclass(frozen=True)
class ManagersAct:
    """Something that a manager does, and who does it for a club without one, and how."""

    key: str
    act: str
    by: str
    how: str


MANAGERS_ACTS: Final = (
    ManagersAct("own-squad", "Name a squad or deck", COMPUTER, "A squad is dealt at the start."),
    ManagersAct("draft-roll", "Roll for the draft", COMPUTER, "It rolls after the others."),
    ManagersAct("draft-slot", "Choose a draft slot", COMPUTER, "It takes the earliest."),
    ManagersAct("draft-pick", "Be at the draft and pick", COMPUTER, "It drafts from the start."),
    ManagersAct(
        "draft-left",
        "Pick, where the manager left during the draft",
        DIRECTOR,
        "The notice of the turn goes to the director, who may have the computer pick.",
    ),
    ManagersAct("meeting", "Agree when to play", COMPUTER, "It agrees to the other side's time."),
    ManagersAct("home-roll", "Roll for home", COMPUTER, "It rolls the server's die."),
    ManagersAct("home-choice", "Choose home or away", COMPUTER, "It chooses home."),
    ManagersAct("line-up", "Name the starter and line-up", COMPUTER, "It plays by its plans."),
    ManagersAct("decisions", "Decide in a game", OTHERS, "Who records the game enters them."),
    ManagersAct("report", "Confirm a reported game", DIRECTOR, "It is on the list of work."),
    ManagersAct("left", "Agree how a game was left", DIRECTOR, "It is on the list of work."),
    ManagersAct("ruling", "Choose a remedy", DIRECTOR, "It is on the list of work."),
    ManagersAct("admission", "Say whether it broke a rule", DIRECTOR, "It is on the list of work."),
    ManagersAct("mistake", "Agree to a shared mistake", DIRECTOR, "It is on the list of work."),
    ManagersAct("sheet", "Sign the other club's sheet", COMPUTER, "It signs when all is played."),
)
