"""Game: the interface of a game system to the rest of the program, and the result of a command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self

import msgspec

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.base.text import correct_grammar
from engine.game.decision import Answer, Decision, Option
from engine.game.parts.building import Building
from engine.game.parts.part import C, E, Positions, S
from engine.game.parts.review import Review
from engine.game.parts.screen import Showing
from engine.game.parts.thinking import Answering, Thinking
from engine.game.parts.words import Words
from engine.game.question import Draft, Fill, Question, Sheet, question_of

# Record: an entry of a battle's journal, decoded.


class UnknownCommand(msgspec.Struct, frozen=True):
    """A command of older rules that today's rules do not know.

    Its events can still be decoded, so old battles can be shown.
    """

    raw: msgspec.Raw


class Record(msgspec.Struct, Generic[E], frozen=True, kw_only=True):
    """A decoded entry of the journal, the file of a battle.

    `at` is the number of commands in the battle after this entry; undone ones do not count.
    """

    n: int
    kind: str
    at: int
    seat: str = ""
    command: Any = None
    events: tuple[E, ...] = ()
    text: str = ""
    to: str = ""
    """In a chat message, the only side that may read it before the battle ends; '' for all."""
    hash: str = ""
    frame: msgspec.Raw | None = None
    """The encoded state after this entry, if the journal stored it with the entry (a keyframe)."""


# The consequences of a command: the events, and the state after each of them.


class Decided(tuple[E, ...], Generic[S, E]):
    """The events of a command, as a tuple, with the states between them.

    `states` has the state after each event. The rules computed these states while they decided the
    command, so nobody needs to compute them again from the events.
    """

    states: tuple[S, ...]

    def __new__(cls, events: Iterable[E], states: Iterable[S]) -> Decided[S, E]:
        """Make the tuple of events; `states` has one state for each event."""
        decided = super().__new__(cls, events)
        decided.states = tuple(states)
        return decided


def fold_events(
    state: Any, events: Iterable[E], evolve: Callable[[Any, E], Any]
) -> Decided[Any, E]:
    """Return events with the state after each of them, computed by `evolve` from `state`."""
    written = tuple(events)
    if isinstance(events, Decided):
        return events
    states = []
    for event in written:
        state = evolve(state, event)
        states.append(state)
    return Decided(written, states)


# Game: the interface of a game system to the rest of the program. A system subclasses `Game` and
# implements the `Rules`. All features beyond the rules are in parts: `words`, `screen`,
# `answering`, `building`, `thinking`, `review`, `positions`. `decide` contains all rules and may
# refuse; `evolve` contains none and never refuses. Both are pure.


class Seat(msgspec.Struct, frozen=True):
    """A player's place in a battle: key 'A', name 'Red', and the side that the seat fights for."""

    key: str
    name: str
    side: str = ""

    @property
    def fights_for(self) -> str:
        """The side that wins or loses with this seat; the seat's own key if it has no allies."""
        return self.side or self.key


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the sides that won (none in a draw), and the reason in a sentence."""

    winners: tuple[str, ...]
    reason: str

    @property
    def told(self) -> str:
        """The reason with its grammar corrected, since files may have "1 ships"."""
        return correct_grammar(self.reason)

    def winning_names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """Return the names of the winners; () for a draw.

        The seats (players) of one fleet win together, so the name of the fleet stands for them.
        """
        sides = [seat.side for seat in seats]
        names = (
            seat.side if sides.count(seat.side) > 1 else seat.name
            for seat in seats
            if seat.key in self.winners or seat.side in self.winners
        )
        return tuple(dict.fromkeys(names))


class Cut(NamedTuple):
    """One battle of a chain (a campaign or series), extracted as a battle of its own."""

    game: Any
    """The game system of the extracted battle."""
    state: Any
    seed: int
    """The seed of the extracted battle's dice. With it every die shows the same face as in the
    chain."""
    seats: Mapping[str, str] = {}
    """{the seat's key in the chain: its key in the extracted battle}, for seats whose keys
    differ."""


class Rules(ABC, Generic[S, C, E]):
    """The rules of one game system, and how its battles begin.

    In play only `Battle` calls them: `decide` once for each command, `evolve` once for each event,
    `pending` and `view` whenever a front end shows the battle. All are pure functions of a state,
    so computer players may call them for imagined states, in any thread.

    A system made of steps and events inherits most of them from `engine.kit.agenda.AgendaGame`.
    """

    name: str
    """The name in the registry, such as 'oak_iron'."""
    title: str
    rules_version: str
    """The version of the rules; it changes when a recorded battle would be decided differently."""
    first_battle: str = ""
    """The scenario recommended to a new player; '' for none."""
    bookkeeping: tuple[type, ...] = ()
    """The types of events that change only the agenda (the steps still to be done). They are left
    out of the log, reports, replays and the line interface, and of proofs of files of format 1."""
    data: Any = None
    """The data set that the rules use; None until the shipped one is loaded on first use."""
    dealt_in_secret: str = ""
    """Why the game cannot be played strictly by mail, because chance deals something to one side in
    secret. '' if it can be played so."""
    strict_costs: str = "one more letter for each roll in the middle of your own turn"
    """How many more letters a strict battle by mail needs than a quick one, in words, as
    measured."""
    data_folder: str = ""
    """The folder of a user's own records, '' for none. Worker processes load the records from
    it."""

    # Set-up ------------------------------------------------------------------

    @property
    def data_version(self) -> str:
        """The version of the data set; a user's own records change it."""
        return "1"

    def with_data(self, folder: Path) -> Self:
        """Return this game with a user's own records from a folder.

        Raises `SetUpFault`, which lists every mistake in them.
        """
        raise SetUpFault(str(folder), [("", f"{self.title} has no records that can be replaced")])

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return {name of a scenario: one line about it}."""

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> S:
        """Return the state at the start of a battle of a scenario.

        Raises `SetUpFault`, which names the mistake, for invalid options.
        """

    # Rules -------------------------------------------------------------------

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return the seats (places of players) of the battle, in the order of their keys."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Question, ...]:
        """Return the open questions, at most one for each seat; none when the battle is over."""

    def setting_up(self, state: S) -> bool:
        """Tell whether the open questions belong to the set-up, before the first turn."""
        return False

    def settled(self, state: S, dice: Dice) -> S:
        """Return the state after all steps that need no answer from a player.

        It is called once for a set-up or a hand-written position, before the first question.
        """
        return state

    @abstractmethod
    def decide(self, state: S, seat: str, command: C, dice: Dice) -> tuple[E, ...]:
        """Return the events that a command causes.

        If the result is a `Decided`, it also has the states between the events, so that they are
        not computed again. Raises `Refused`, which names the rule that forbids the command.
        """

    def reopens(self, state: S, seat: str) -> C | None:
        """Return the command that opens a seat's sealed sheet (handed in) again, to change its
        orders.

        None if the seat may not open it.
        """
        return None

    def aside(self, state: S, seat: str) -> Sheet | None:
        """Return the sheet of a seat's standing choices, such as when to ask the seat about cards.

        None if the game has none. `decide` accepts the filled sheet (`Fill`) from the seat at any
        time, even if the seat has no question.
        """
        return None

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after an event.

        It applies the event without checking any rule, and never refuses.
        """

    def under_way(self, state: S) -> S:
        """Return a state between two events of a command, marked so that `pending` has no question.

        The timeline calls it for each state of that kind. Such states are only drawn and described:
        the agenda in them is out of date until the last event of the command.
        """
        return state

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome; None while the battle goes on."""

    @abstractmethod
    def view(self, state: S, seat: str) -> S:
        """Return the state as a seat sees it, without anything that is hidden from this seat.

        An empty `seat` stands for a watcher.
        """

    @abstractmethod
    def dice_rolled(self, state: S) -> int:
        """Return how many numbered dice the battle has used so far."""

    def turn(self, state: S) -> int:
        """Return the number of the turn.

        The journal writes a hash of the state whenever this number changes.
        """
        return 0

    def chapter(self, state: S) -> str:
        """Return the name of the current battle of a chain (a campaign or series).

        '' in a game without chains.
        """
        return ""

    def cut(self, state: S, seed: int) -> Cut | None:
        """Return the battle of a chain that is now being fought, as a battle of its own.

        `seed` is the seed of the chain's dice. None where no such battle is being fought, as in
        every game without chains.
        """
        return None

    def undo_barrier(self, events: Iterable[E]) -> str:
        """Return why undoing a command with these events needs the consent of other players.

        '' when the player may undo it without asking.
        """
        return ""

    @property
    @abstractmethod
    def types(self) -> tuple[Any, Any, Any]:
        """The msgspec types of state, command and event, for encoding and decoding."""


class Game(Rules[S, C, E]):
    """One game system: its rules, and its parts (words, screen and so on), imported on first use.

    The registry makes one object for each system name, `system("oak_iron")`; a user's own records
    make further objects of the class. Front ends, players and reports use the object and its parts
    and name no system, so a newly installed system can be played at once.
    """

    @cached_property
    def words(self) -> Words[S]:
        """The words of the game: log, report and terms."""
        return Words(self)

    @cached_property
    def screen(self) -> Showing[S]:
        """The screen part of the game: chart, cards, previews and pictures."""
        return Showing(self)

    @cached_property
    def answering(self) -> Answering[S]:
        """The checks of an answer before it is given: warnings, and where its place may be."""
        return Answering(self)

    @cached_property
    def building(self) -> Building[S]:
        """The part of the game that builds and checks squadrons."""
        return Building(self)

    @cached_property
    def thinking(self) -> Thinking[S]:
        """The evaluation of answers, for computer players and advice."""
        return Thinking(self)

    @cached_property
    def review(self) -> Review[S]:
        """The part of the game with the statistics of a finished battle."""
        return Review(self)

    @cached_property
    def positions(self) -> Positions[S]:
        """The part of the game for position files, and for facts about a position."""
        return Positions(self)


# From an answer to the command that it means.


Given = Answer | Draft
"""An answer to a question: one answer, or the draft of a whole sheet."""

LONGEST_TITLE = 45
"""The text before the colon of a scenario's description is its title, if it is no longer than this
many characters."""


class Titled(NamedTuple):
    """The title of a scenario for people, and its description without that title."""

    title: str
    about: str


@lru_cache(maxsize=1024)  # cached, because the scenario must be set up
def titled(game: Game, scenario: str) -> Titled:
    """Return a scenario's title for people, such as `Quick start`, and its description.

    If the game does not know the scenario, such as one of an old letter, the title is made from its
    name.
    """
    about = game.scenarios().get(scenario)
    if about is None:
        return Titled(scenario.replace("_", " ").capitalize(), "")
    title = game.screen.status(game.view(game.set_up(scenario), "")).title
    head, colon, more = about.partition(": ")
    if colon and len(head) <= LONGEST_TITLE and not title.startswith(f"{head}:"):
        return Titled(head, more)
    if title == game.title:  # a game without names for its battles
        title = scenario.replace("_", " ").capitalize()
    for before in (f"{title}: ", f"{title}, "):
        about = about.removeprefix(before)
    return Titled(title, about)


def command_of(game: Game, state: Any, seat: str, given: Given) -> Any:
    """Return the command that gives this answer to the open question of a seat.

    Raises `Refused` if the question does not allow the answer.
    """
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        if not isinstance(given, Mapping):
            raise Refused(f"this question needs a whole sheet: {question.prompt}")
        faults = game.answering.faults(game.view(state, seat), question, given)
        if faults:
            raise Refused(faults[0].why)
        return Fill(question.id, dict(given))
    if not isinstance(given, Answer):
        raise Refused(f"this question takes one answer, not a sheet: {question.prompt}")
    if given.picks:
        raise Refused(f"this question takes one option, not several: {question.prompt}")
    option = question.option(given.option)
    at = given.at
    if option.area and at is None:
        area = game.answering.area(state, question, option, given.dial)
        at = area.rest if area else None
    return option.filled(question, given.dial, at)


def standing_command(game: Game, state: Any, seat: str, draft: Draft) -> Fill:
    """Return the command that fills the sheet of standing choices (`Game.aside`).

    Raises `Refused` if the draft has a fault.
    """
    sheet = game.aside(state, seat)
    if sheet is None:
        raise Refused("there are no standing choices to change")
    if faults := sheet.faults(draft):
        raise Refused(faults[0].why)
    return Fill(sheet.id, dict(draft))


def decision_of(game: Game, state: Any, seat: str, option_id: str) -> tuple[Decision, Option]:
    """Return the open decision of a seat, and its option with this id.

    Raises `Refused` if there is no such decision or option.
    """
    question = question_of(game.pending(state), seat)
    if isinstance(question, Sheet):
        raise Refused(f"this question needs a whole sheet: {question.prompt}")
    return question, question.option(option_id)
