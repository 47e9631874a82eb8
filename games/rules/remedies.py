"""What is done about violations and mistakes: the cases of section T31 and their remedies (T0.06).

A case says whose fault it is, until when it has to be noticed and which remedies the law gives;
what a remedy does to a game is the business of the services that carry it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal

ACCEPT: Final = "accept"
RESET: Final = "reset"
RESTART: Final = "restart"
SUSPEND: Final = "suspend"
REBUILD: Final = "rebuild"
STAND: Final = "stand"
TAKEN_TO_PITCH: Final = "taken-to-pitch"
SUSPEND_REST: Final = "suspend-rest"
MORE_TIME: Final = "more-time"
SIGN: Final = "sign"

CUTTING: Final = (RESET, RESTART, REBUILD, SUSPEND)
"""Remedies that take a game back to an earlier point."""

OVER_TIME: Final = "over-time"
UNSIGNED: Final = "sheet-not-signed"
ILLEGAL_SQUAD: Final = "illegal-squad"
OUT_OF_TURN: Final = "out-of-turn"

OFFENDED: Final = "offended"
BOTH: Final = "both"
DIRECTOR: Final = "director"


@dataclass(frozen=True, slots=True)
class Remedy:
    """One thing the law offers, what follows from it in words, and what has to be said with it:
    ``cuts`` a game back to an earlier point, ``notes`` it on the pitching sheet."""

    key: str
    label: str
    consequence: str
    cuts: bool = False
    notes: bool = False

    @property
    def costs(self) -> bool:
        """Whether it takes something from the club that broke the rule."""
        return self.cuts or self.notes


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of violation. ``chooses`` is who chooses: the offended manager, both together, or the
    director. ``of_series``: it is about a series and its order, and no result hangs on it."""

    key: str
    rule: str
    title: str
    chooses: str
    remedies: tuple[Remedy, ...]
    of_series: bool = False


def _reset(where: str) -> Remedy:
    return Remedy(RESET, "Reset the game", f"The game goes back {where} and is played on.", True)


_RESTART: Final = Remedy(RESTART, "Start over", "The game is played again from the start.", True)
_SUSPEND: Final = Remedy(
    SUSPEND,
    "Declare it suspended",
    "The game is taken up again, when there is time, from the point of the mistake (T33).",
    True,
)


def _accept(consequence: str, *, notes: bool = False) -> Remedy:
    return Remedy(ACCEPT, "Accept the result", consequence, notes=notes)


_STAND: Final = Remedy(STAND, "No penalty", "The game goes on as it is.")

CASES: Final[Mapping[str, Case]] = {
    case.key: case
    for case in (
        Case(
            "ineligible-pitcher",
            "T31.2",
            "A pitcher pitched who might not, or no longer",
            OFFENDED,
            (
                _reset("to when he had legally retired his last batter"),
                _accept(
                    "He leaves the game; his innings are written as he pitched them, with a "
                    "footnote on his club's pitching sheet.",
                    notes=True,
                ),
            ),
        ),
        Case(
            "starter-gone-early",
            "T10.2e",
            "A starter left before he might",
            OFFENDED,
            (
                _reset("to before he was taken out"),
                _accept("The result stands."),
            ),
        ),
        Case(
            "overrun-on-double-play",
            "T31.1",
            "A double play took a pitcher beyond his last out",
            OFFENDED,
            (
                Remedy(
                    STAND,
                    "No penalty",
                    "He leaves the game, and the extra third is written on the sheet.",
                ),
            ),
        ),
        Case(
            "re-entry",
            "T31.3",
            "A player who had been taken out came back",
            OFFENDED,
            (
                _reset("to the point where he came back"),
                _accept("He is replaced and treated as though he were injured (section 25)."),
            ),
        ),
        Case(
            "illegal-lineup",
            "T31.4",
            "A club began with an illegal line-up",
            OFFENDED,
            (
                _RESTART,
                _accept(
                    "The line-up is made legal by substitutions: those who stay keep their places "
                    "in the order, those who leave do not return."
                ),
            ),
        ),
        Case(
            "locked-player-removed",
            "T31.5",
            "A substitution left a position nobody can cover",
            OFFENDED,
            (
                _reset("to the substitution"),
                _accept("The player taken out is treated as though he were injured (T25.2)."),
            ),
        ),
        Case(
            "defence-not-announced",
            "T31.6",
            "A pinch hitter or runner stayed and no defence was announced",
            OFFENDED,
            (
                _reset("to just before his first illegal plate appearance"),
                _accept("The line-up is made legal if it can be; otherwise he plays there badly."),
            ),
        ),
        Case(
            "not-in-squad",
            "T0.06a",
            "A player played who is not in the squad",
            OFFENDED,
            (
                _reset("to the point where he came in"),
                _accept("The result stands; he leaves the game if it goes on."),
            ),
        ),
        Case(
            "computer-allowed",
            "T0.17b",
            "A manager did what the rules forbid because the computer allows it",
            OFFENDED,
            (
                _reset("to before it was done"),
                _accept("The result stands."),
            ),
        ),
        Case(
            "pitcher-not-named",
            "T31.11",
            "A pitcher was pinch-hit for and no new one was named",
            OFFENDED,
            (
                _reset("to the start of the half-inning, and the pitcher is named"),
                Remedy(
                    TAKEN_TO_PITCH,
                    "He is taken to be the pitcher",
                    "Play goes on with him on the mound; the sheet says that he was not named.",
                ),
                Remedy(STAND, "The pitcher is named", "Nobody has batted yet: no penalty."),
            ),
        ),
        Case(
            "misread",
            "T31.8",
            "Dice or a chart were misread, or runners moved wrongly",
            BOTH,
            (
                _reset("to before the mistake"),
                Remedy(
                    REBUILD,
                    "Rebuild it from the dice",
                    "The game goes back to before the mistake, and the dice that were thrown are "
                    "read again.",
                    True,
                ),
            ),
        ),
        Case(
            "concession",
            "T0.05c",
            "A concession that the director has to look at",
            DIRECTOR,
            (
                Remedy(STAND, "Let it stand", "The result counts as it is."),
                _reset("to before the concession"),
            ),
        ),
        Case(
            OVER_TIME,
            "T33.0a",
            "A series is past its time",
            DIRECTOR,
            (
                Remedy(
                    SUSPEND_REST,
                    "Suspend what is not over",
                    "Games under way stand as they are, those not begun are suspended before their "
                    "first pitch, and all are finished later (T33).",
                ),
                Remedy(
                    MORE_TIME,
                    "Give it the time of one more game",
                    "The series goes on, and comes before the director again when that is over.",
                ),
                Remedy(STAND, "Let it be played to the end", "The others wait for it."),
            ),
            of_series=True,
        ),
        Case(
            UNSIGNED,
            "T10.2s",
            "A sheet is not signed, and the next series has begun",
            DIRECTOR,
            (
                Remedy(
                    SIGN,
                    "Sign it in his stead",
                    "The sheet is signed by the director, and says so.",
                ),
                Remedy(
                    STAND,
                    "Leave it unsigned",
                    "The results are official all the same, since the next series began (T0.06d).",
                ),
            ),
            of_series=True,
        ),
        Case(
            OUT_OF_TURN,
            "T33.0l",
            "A suspended game went on before its turn",
            DIRECTOR,
            (
                Remedy(
                    STAND,
                    "Let it stand",
                    "The game goes on and its result counts; the others come in their order.",
                ),
            ),
            of_series=True,
        ),
        Case(
            ILLEGAL_SQUAD,
            "T31.10",
            "A club plays with a squad that the rules do not allow",
            DIRECTOR,
            (
                Remedy(
                    STAND,
                    "Let it play as it is",
                    "Its results count, and the club plays on with these players.",
                ),
                Remedy(
                    SUSPEND_REST,
                    "Suspend what is not over",
                    "What has been played stands; the other games of the series wait until the "
                    "director has settled with whom the club plays (T33).",
                ),
            ),
            of_series=True,
        ),
        Case(
            "other",
            "T0.06a",
            "Another violation of the rules",
            OFFENDED,
            (
                _reset("to the point of the mistake"),
                _accept("The result stands."),
            ),
        ),
    )
}


def remedy_label(case: str, remedy: str) -> str:
    """What a remedy of a case is called on screen; its key where the law has no such remedy any
    more, and nothing where none was chosen."""
    known = CASES.get(case)
    labels = {each.key: each.label for each in known.remedies} if known is not None else {}
    return labels.get(remedy, remedy)


REPORTED: Final = tuple(case for case in CASES.values() if case.chooses != DIRECTOR)
"""What managers report; the rest is noticed by the software."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """T31.11: what happens where the new pitcher was not named, and the paragraph that says so."""

    remedy: str
    rule: str
    action: str


@dataclass(frozen=True, slots=True)
class Circumstances:
    """When a mistake was noticed: in a game that was over or not, before or after a later game of
    the series began, in a series that is official or not, where games may be suspended (T33.0g) or
    not. Half-innings are numbered from 1. ``has_result``: there is something stored that it might
    cost; ``established``: the software found it, a director says so, or the accused club admits it,
    and it is not one side's word alone."""

    game_complete: bool = False
    later_game_begun: bool = False
    series_official: bool = False
    both_agree: bool = False
    made_in_half: int | None = None
    noticed_in_half: int | None = None
    batters_in_noticing_half: int = 0
    by_director: bool = False
    suspension: bool = True
    unnamed: Unnamed | None = None
    """What the law makes of a pitcher who was not named, where that can be told (T31.11)."""
    has_result: bool = False
    established: bool = True


def options(case: Case, when: Circumstances) -> tuple[Remedy, ...]:
    """The remedies that are open: none for managers once the series is official (T0.06d), accepting
    or suspending where a later game of the series has begun (T0.06e), none of a shared mistake that
    was noticed too late or that one side denies (T31.8). One side's word alone costs the other
    nothing that is stored."""
    found = _offered(case, when)
    if when.by_director or when.established or not when.has_result:
        return found
    return tuple(each for each in found if not each.costs)


def _offered(case: Case, when: Circumstances) -> tuple[Remedy, ...]:
    if when.series_official and not when.by_director:
        return ()
    if case.chooses == BOTH and not (when.both_agree and in_time(when)):
        return ()
    if case.of_series:
        # T33.0g: an event may be played without suspended games.
        return tuple(each for each in case.remedies if each.key != SUSPEND_REST or when.suspension)
    if case.key == "concession":
        return case.remedies
    if when.unnamed is not None:
        # T31.11: the law leaves no choice.
        return tuple(each for each in case.remedies if each.key == when.unnamed.remedy)
    if when.game_complete and when.later_game_begun:
        kept = tuple(each for each in case.remedies if not each.cuts)
        return (*(kept or (_accept("The result stands."),)), _SUSPEND)
    return case.remedies


def in_time(when: Circumstances) -> bool:
    """T31.8c: a shared mistake is noticed no later than before the first plate appearance of the
    half-inning after it. Where it is not said when, the game must not be over."""
    if when.made_in_half is None or when.noticed_in_half is None:
        return not when.game_complete
    later = when.noticed_in_half - when.made_in_half
    return later <= 0 or (later == 1 and when.batters_in_noticing_half == 0)


NOT_ADMITTED: Final = Refusal(
    "not-admitted",
    "The club that is said to have broken the rule has not said that it did: until then only a "
    "director takes anything off a result.",
    "remedy",
    {"rule": "T31.0a"},
)


SERIES_OFFICIAL: Final = Refusal(
    "series-official",
    "The results of this series are official; only the director changes them.",
    facts={"rule": "T0.06d"},
)


def is_withheld(case: Case, remedy: str, when: Circumstances) -> bool:
    """Whether the law offers a remedy that waits for the accused club's word."""
    there = {each.key for each in _offered(case, when)}
    return remedy in there and remedy not in {each.key for each in options(case, when)}


def closed_to(case: Case, when: Circumstances) -> Refusal | None:
    """Why there is no remedy, where there is none."""
    if options(case, when):
        return None
    if _offered(case, when):
        return NOT_ADMITTED
    if when.series_official and not when.by_director:
        return SERIES_OFFICIAL
    if not in_time(when):
        return Refusal(
            "noticed-too-late",
            "Such a mistake has to be noticed before the first batter of the next half-inning.",
            facts={"rule": "T31.8c"},
        )
    return Refusal(
        "not-agreed",
        "No mistake has happened unless both managers agree that it did.",
        facts={"rule": "T31.8a"},
    )


def last_legal_play(allowance: int, plays: Sequence[int]) -> int:
    """T31.2a, A-V3: after which of an ineligible pitcher's plays the game goes on: the one on which
    he legally retired his last batter; 0 is before his first. ``plays`` are the outs on each. A
    double play that takes him beyond his allowance is legal (T31.1)."""
    made, last = 0, 0
    for number, outs in enumerate(plays, start=1):
        if outs and made < allowance:
            made += outs
            last = number
    return last


def pitcher_not_named(*, hitter_may_pitch: bool, eligible_pitchers: int, batters: int) -> Unnamed:
    """T31.11: the pitcher was pinch-hit for and the new one not named. ``hitter_may_pitch``: the
    pinch hitter is an eligible reliever, or an eligible starter/reliever whom no start awaits
    within three games (T31.11b); a position player who hit for the last eligible pitcher is one,
    too (T31.11c). ``batters`` have hit since."""
    if hitter_may_pitch or eligible_pitchers == 0:
        rule = "T31.11b" if hitter_may_pitch else "T31.11c"
        return Unnamed(TAKEN_TO_PITCH, rule, "pinch hitter is the pitcher")
    if eligible_pitchers == 1:
        return Unnamed(TAKEN_TO_PITCH, "T31.11d", "the only eligible pitcher is on the mound")
    if not batters:
        return Unnamed(STAND, "T31.11a", "name the pitcher")
    return Unnamed(RESET, "T31.11a", "reset, name the pitcher")
