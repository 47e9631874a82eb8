"""What the scorer of a game sees: where it stands, what it waits for, what may be undone."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from django.utils.safestring import SafeString

from config.ui.boards import LineScore
from config.ui.dice import Face
from games.card_games.table_view import Prompts
from games.engine.dice import Dice
from games.engine.dice_stream import commitment
from games.engine.events import mark_of as mark_of_event
from games.engine.folds.box_score import box_score
from games.engine.folds.moments import current_situation, moments_of
from games.engine.folds.names import BASE_NAMES
from games.engine.folds.people import People
from games.engine.record import Record
from games.engine.situation import AWAY, HOME
from games.engine.system import System
from games.engine.table import CONCEDE, SIDE_NAMES
from games.hooks import is_event_over
from games.models import Game
from games.open_decisions import OpenDecisions, Question, last_act, open_decisions
from games.presenters.boards import Club, board_of
from games.presenters.box import Box, box
from games.presenters.dice import Slot, faces_of, roles_of, slots_of, throws
from games.presenters.now import Now, PlayerNow, now_of
from games.presenters.story import Story, ToldHalf, ToldPlay, story
from games.presenters.table import Season, ShownTable, has_table, shown_table
from games.presenters.words import choice_in_words, with_runners
from games.records import (
    entries_before_suspension,
    is_throw,
    reads_as_before,
    record_of,
    replay_with_managers,
)
from games.rules.standing_orders import Level, Topic, When
from games.season import lines_before, who
from games.seeds import segments_of
from games.services.redoing import undone
from games.standing_orders import is_against_computer, orders_in, topics_in, word_in
from games.suspending import suspension_refusals

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

FEW_ANSWERS = 4
"""Answers that are offered without being asked for."""

RECENT = 2
"""Half-innings that the page tells without being asked."""

LAST = 5
"""Plays that a wide page has always in sight."""

CARDS, BOX, PLAYS = "cards", "box", "plays"
"""What may be looked at beside the table, one at a time."""

LONG = 80
"""Turns at bat after which a game against the house is a long one."""

PLAIN_THROW = "throw"
"""The name of the throw in games that have only one kind."""


@dataclass(frozen=True)
class Answer:
    """A button: the entry it makes, and what it says."""

    entry: str
    label: str
    usual: bool


@dataclass(frozen=True)
class Open:
    """A question with its buttons; ``mine`` says whether they are for this visitor to press."""

    question: Question
    asks: str
    club: Club
    answers: Sequence[Answer]
    mine: bool
    by_computer: bool = False
    """Whether the computer manager answers it, unless the visitor does first."""

    @property
    def must(self) -> bool:
        """Whether it is to be answered, and nothing is said by silence."""
        return must_be_answered(self.question)

    @property
    def folded(self) -> bool:
        """Whether there is so much to choose from that it is shown only when asked for."""
        return len(self.answers) > FEW_ANSWERS and not self.must


@dataclass(frozen=True)
class Pad:
    """The dice to be entered: the ``slots`` in the order in which the visitor reads dice, and the
    ``faces`` that are on each. ``order`` are the roles of all dice of the system in that order."""

    dice: Dice
    title: str
    club: Club
    slots: Sequence[Slot]
    faces: Sequence[Face]
    order: Sequence[str]

    @property
    def typed(self) -> bool:
        """Whether several dice of many faces are easier typed than pressed."""
        return self.dice.count > 1 and len(self.faces) > 6

    @property
    def numbers(self) -> bool:
        """Whether every face is a number."""
        return all(face.isdecimal() for face in self.dice.faces)

    @property
    def asks_for(self) -> str:
        """What is on the dice, die by die: ``1–20, 1–6, 1–6, 1–6``."""
        return ", ".join(f"{slot.first}–{slot.last}" for slot in self.slots)


@dataclass(frozen=True)
class Concession:
    """A side that the visitor may give up for."""

    entry: str
    club: Club


@dataclass(frozen=True)
class SideOrders:
    """The topics on which a side is asked: the key, the words and the answer of each."""

    side: int
    club: Club
    topics: Sequence[tuple[str, str, When]]
    third: bool
    level: Level | None

    @property
    def words(self) -> str:
        """The topics on which the side is asked, in a few words."""
        asked = [label for _, label, when in self.topics if when in (When.LATE, When.ALWAYS)]
        if len(asked) == len(self.topics):
            return "everything"
        return ", ".join(asked).lower() or "nothing"


@dataclass(frozen=True)
class LevelChoice:
    """A button that says how much ``side`` is asked; ``chosen``: it holds now."""

    side: int
    level: Level
    means: str
    chosen: bool


@dataclass(frozen=True)
class Scorer:
    """The scoring page of a game under way.

    ``thrown``: the dice that have been thrown since the ``last`` play, for one that is not over.
    ``fallen`` is what has happened since the page was last looked at, the last play at its end.
    ``pad`` is for people who throw; ``next_throw`` says what the server throws next, and
    ``goes_on`` whether it is this visitor's to have it thrown. ``speak_up`` are the user's
    questions that the user's standing ``orders`` leave at the usual answer, and ``waits`` is what
    somebody else is asked first. ``earlier`` are the plays before those, up to five together, and
    ``part`` is what lies beside the table.
    """

    game: Game
    board: LineScore
    now: Now
    story: Story
    recent: Sequence[ToldHalf]
    older: bool
    last: ToldPlay | None
    fallen: Sequence[ToldPlay]
    thrown: Sequence[SafeString]
    questions: Sequence[Open]
    pad: Pad | None
    next_throw: Pad | None
    undo: bool
    redo: bool
    concessions: Sequence[Concession]
    may_suspend: bool
    online: bool
    goes_on: bool = False
    speak_up: Sequence[Open] = ()
    levels: Sequence[LevelChoice] = ()
    waits: Open | None = None
    orders: Sequence[SideOrders] = ()
    table: ShownTable | None = None
    earlier: Sequence[ToldPlay] = ()
    part: str = PLAYS
    box: Box | None = None

    @property
    def long(self) -> bool:
        """Whether the big button plays half-innings from here on, unless somebody is asked: a game
        against the house that has gone on for so long."""
        if not (self.game.away_managed or self.game.home_managed):
            return False
        return sum(moment.ends_turn for moment in moments_of(record_of(self.game))) >= LONG

    @property
    def parts(self) -> Sequence[tuple[str, str, str]]:
        """The parts that can be looked at: key, name and the keyboard key that shows each."""
        return [
            part
            for part, there in (
                ((CARDS, "Cards", "C"), self.table is not None),
                ((BOX, "Box", "B"), self.now.batter is not None),
                ((PLAYS, "Plays", "P"), True),
            )
            if there
        ]

    @property
    def decides(self) -> bool:
        """Whether anybody has anything to decide in this game."""
        return bool(topics_in(self.game.series))

    @property
    def usual(self) -> str:
        """What the only question that is asked takes for its usual answer."""
        if len(self.questions) != 1 or self.names_somebody:
            return ""
        return next((each.label for each in self.questions[0].answers if each.usual), "")

    @property
    def names_somebody(self) -> bool:
        """Whether a question is open that has no usual answer, so that play goes on with an answer
        alone."""
        return any(not one.question.has_usual for one in self.questions)

    @property
    def hand_act(self) -> str:
        """What is asked for by playing a card: at a table to enter it, elsewhere to play on with
        it."""
        return "on" if self.online else "enter"

    @property
    def asked(self) -> Sequence[Open]:
        """The questions that are not answered from a hand of cards: while a throw may be entered at
        a table, a manager who plays no card has answered with that."""
        if self.table is None or self.pad is None:
            return self.questions
        by_hand = self.table.view.decisions
        return [one for one in self.questions if one.question.decision.name not in by_hand]

    @property
    def waits_for_an_answer(self) -> bool:
        """Whether something is asked that has to be answered."""
        return any(one.must for one in self.asked)

    @property
    def may_speak_up(self) -> bool:
        """Whether anything else may be said now."""
        return any(not one.must for one in self.asked)

    @property
    def after(self) -> int:
        """How many entries the page shows; sent along with every act."""
        return len(self.game.entries)

    @property
    def commitment(self) -> str:
        """The published hash while the seed is secret."""
        return commitment(segments_of(self.game)[-1].seed) if self.online else ""


def mark_of(game: Game | None) -> str:
    """A short word for how a game stands, so that a page can ask whether anything is new."""
    if game is None:
        return "none"
    return f"{game.pk}-{game.status}-{crc32(game.transcript.encode()):x}"


def scorer(
    game: Game,
    speaking_for: Collection[int],
    *,
    whole_story: bool = False,
    seen: int | None = None,
    part: str = "",
    order: Sequence[str] = (),
) -> Scorer:
    """Everything the scoring page shows of ``game`` to somebody who speaks for these sides, has
    ``seen`` so many entries, looks at a ``part`` beside the table and reads dice in the ``order``
    of these roles.

    The page comes anew with every throw, over the network of a hotel, so it tells the last turns
    only unless the ``whole_story`` is asked for.
    """
    record = record_of(game)
    clubs = (game.away, game.home)
    people = people_of(record)
    online = game.source == Game.Source.ONLINE
    word = word_in(game, speaking_for) if online else None
    wanted = OpenDecisions() if word else open_decisions(game)
    told = story(record, clubs)
    turns = [half for half in reversed(told.halves) if half.plays]
    recent = turns if whole_story else turns[:RECENT]
    plays = [line for half in told.halves for line in half.plays]

    fallen = [line for line in plays if seen is not None and line.play.entry > seen] or plays[-1:]

    runners = _runners(record, people)

    def opened(question: Question) -> Open:
        return _open(question, clubs, speaking_for, online, record.system, people, runners)

    questions = [opened(question) for question in (word.asked if word else wanted.questions)]
    speak_up = [
        replace(opened(heard.question), by_computer=heard.about is When.HOUSE)
        for heard in (word.free if word else ())
    ]
    orders = _orders(game, clubs, speaking_for) if word else []
    score = box_score(record) if record.system.batters else None
    now = now_of(record, clubs, turns[0].plays[-1] if turns else None, score)
    table = _table(game, [*questions, *speak_up], clubs, now)
    if table is not None:
        prompts = table.view.prompts
        questions = [_with_names(one, prompts, runners) for one in questions]
        speak_up = [_with_names(one, prompts, runners) for one in speak_up]
    if part not in (BOX, PLAYS) or (part == BOX and not record.system.batters):
        part = PLAYS if table is None or whole_story else CARDS
    return Scorer(
        game=game,
        board=board_of(game),
        now=now,
        earlier=plays[-LAST : len(plays) - len(fallen)],
        part=part,
        box=box(record, clubs, score=score) if part == BOX else None,
        story=told,
        recent=recent,
        older=len(recent) < len(turns),
        last=turns[0].plays[-1] if turns else None,
        fallen=fallen,
        thrown=throws(record.system, " ".join(_thrown_since(record))),
        questions=questions,
        pad=None if online else _pad(wanted, clubs, order or roles_of(record.system)),
        next_throw=_pad(OpenDecisions((), word.dice, word.thrower), clubs, ()) if word else None,
        goes_on=word is not None and word.may_go_on and not game.is_final,
        speak_up=speak_up,
        waits=opened(word.waits) if word and word.waits else None,
        orders=orders,
        levels=_levels(game, orders),
        undo=_may_undo(game, speaking_for, online=online),
        redo=not game.is_over and bool(undone(game)),
        concessions=[
            Concession(f"{CONCEDE}={SIDE_NAMES[side]}", clubs[side])
            for side in (AWAY, HOME)
            if side in speaking_for and record.settings["concession"] and not game.is_over
        ],
        may_suspend=game.status == Game.Status.IN_PROGRESS and not suspension_refusals(game.series),
        online=online,
        table=table,
    )


def _orders(
    game: Game, clubs: tuple[Club, Club], speaking_for: Collection[int]
) -> list[SideOrders]:
    """The standing orders of the sides that a user speaks for; the house needs none, nor does an
    event that is over."""
    if game.is_final and is_event_over(game.series.scope):
        return []
    topics = topics_in(game.series)
    managed = (game.away_managed, game.home_managed)
    return [
        SideOrders(
            side,
            clubs[side],
            [(topic.key, topic.label, orders.when.get(topic.key, When.ALWAYS)) for topic in topics],
            orders.third,
            orders.level,
        )
        for side, orders in zip((AWAY, HOME), orders_in(game), strict=True)
        if side in speaking_for and not managed[side] and topics
    ]


def _levels(game: Game, orders: Sequence[SideOrders]) -> list[LevelChoice]:
    """How much the side that plays against the computer may be asked."""
    if game.is_final or not is_against_computer(game):
        return []
    topics = topics_in(game.series)
    return [
        LevelChoice(side.side, level, _means(level, topics), level is side.level)
        for side in orders
        for level in Level
    ]


def _means(level: Level, topics: Sequence[Topic]) -> str:
    """What a manager is asked at a level, in words."""
    if level is Level.EVERYTHING:
        return "Whenever you could decide anything"
    asked = [(topic.label, topic.at(level)) for topic in topics]
    words = ", ".join(
        f"{label[:1].lower()}{label[1:]}{' (late)' if when is When.LATE else ''}"
        for label, when in asked
        if when is not When.HOUSE
    )
    return words[:1].upper() + words[1:] or "You may still speak up before a throw"


def _table(
    game: Game, questions: Sequence[Open], clubs: tuple[Club, Club], now: Now
) -> ShownTable | None:
    """What lies on the table, with what the visitor may play from a hand."""
    entries = {
        one.question.entry(choice)
        for one in questions
        if one.mine
        for choice in one.question.choices
    }
    waiting = _waiting(game)
    if waiting is None:
        return None
    return shown_table(waiting, clubs, now, entries, _season(game))


def live_table(game: Game, now: Now | None) -> ShownTable | None:
    """What lies on the table of a game that is being played, for those who watch it."""
    waiting = _waiting(game) if game.status == Game.Status.IN_PROGRESS else None
    if waiting is None or now is None:
        return None
    entries = {
        " ".join(each.answer(choice))
        for each in waiting.open
        if each.decision is not None
        for choice in each.choices
    }
    return shown_table(waiting, (game.away, game.home), now, entries, _season(game))


def _season(game: Game) -> Season:
    """What who is at bat or pitches has done in the event before this game."""
    lines = lines_before(game)

    def told(player: PlayerNow, pitches: bool) -> tuple[str, str]:
        found, head = (
            (lines.pitching, lines.pitching_head)
            if pitches
            else (lines.batting, lines.batting_head)
        )
        return found.get(who(game, player.side, player.number), ""), head[1]

    return told


def _waiting(game: Game) -> Record | None:
    """The record of a game with a table where it waits; ``None`` where the rules here read it
    otherwise."""
    if not has_table(game.series.system) or not reads_as_before(game):
        return None
    return replay_with_managers(game, entries_before_suspension(game.entries))


def _thrown_since(record: Record) -> list[str]:
    """The throws that have led to no event yet: some plays need several."""
    told = max(map(mark_of_event, record.events), default=0)
    return [word for word in record.transcript[told:] if is_throw(word)]


def must_be_answered(question: Question) -> bool:
    """Whether play waits for the answer, or there is no answer that leaves things as they are: a
    player has to be lent, or to pitch, and a manager says which."""
    return question.decision.must or not question.has_usual


def _open(
    question: Question,
    clubs: tuple[Club, Club],
    speaking_for: Collection[int],
    online: bool,
    system: System,
    people: People | None,
    runners: Mapping[str, str],
) -> Open:
    """At a table the person who holds the phone enters what is said; and saying nothing is the
    usual answer, which needs no button there, unless there is nothing usual to be silent about."""
    asks = must_be_answered(question)
    answers = [
        Answer(
            question.entry(choice),
            with_runners(
                choice_in_words(system, question.decision, choice, question.side, people), runners
            ),
            usual=not place,
        )
        for place, choice in enumerate(question.choices)
    ]
    return Open(
        question,
        with_runners(question.decision.question, runners, else_all=True),
        clubs[question.side],
        answers if online or asks else [answer for answer in answers if not answer.usual],
        mine=not online or question.side in speaking_for,
    )


def _with_names(one: Open, prompts: Prompts, runners: Mapping[str, str]) -> Open:
    """A question in the words of the table, which knows whom it is about."""
    asks = prompts.questions.get(one.question.decision.name)
    return replace(
        one,
        asks=one.asks if asks is None else with_runners(asks, runners, else_all=True),
        answers=[
            replace(answer, label=with_runners(words, runners))
            if (words := prompts.answers.get(answer.entry.split()[-1]))
            else answer
            for answer in one.answers
        ],
    )


def people_of(record: Record) -> People | None:
    """Who is in the game now, where the clubs are known."""
    if record.lineups is None:
        return None
    people = People(record.lineups)
    for event in record.events:
        people.see(event)
    return people


def _runners(record: Record, people: People | None) -> dict[str, str]:
    """The names of the runners by the names of their bases, where the clubs are known."""
    if people is None:
        return {}
    now = current_situation(record)
    return {
        BASE_NAMES[base]: people.name(now.batting, people.player(now.batting, slot))
        for base, slot in enumerate(now.runners, start=1)
        if people.player(now.batting, slot)
    }


def _pad(wanted: OpenDecisions, clubs: tuple[Club, Club], order: Sequence[str]) -> Pad | None:
    if wanted.dice is None:
        return None
    club = clubs[wanted.thrower]
    return Pad(
        wanted.dice,
        throw_in_words(wanted.dice, club),
        club,
        slots_of(wanted.dice, order),
        faces_of(wanted.dice),
        order,
    )


def throw_in_words(dice: Dice, club: Club) -> str:
    """Who throws how many dice for what: ``Hens throw two dice for the steal``."""
    thrown = f"{NUMBERS[dice.count]} di{'e' if dice.count == 1 else 'ce'}"
    if dice.count == 1 and dice.roles:
        role = dice.roles[0]
        thrown = f"the {role}" if role[-1].isdigit() else f"the {role} die"
    reason = "" if dice.name == PLAIN_THROW else f" for the {dice.name.replace('-', ' ')}"
    return f"{club.name} throw {thrown}{reason}"


def _may_undo(game: Game, speaking_for: Collection[int], *, online: bool) -> bool:
    act = last_act(game)
    if act is None or not online:
        return act is not None
    thrown = any(map(is_throw, game.entries[act.entry - 1 :]))
    return not (game.is_final or thrown) and (act.side is None or act.side in speaking_for)
