"""The agenda: a stack of steps, and a game made of such steps.

Each step asks a seat (player) a question, or runs by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.decision import Area, Decision, Option, Point, outside_text
from engine.game.game import Decided, Game, Outcome
from engine.game.parts.part import import_object
from engine.game.question import NO_SHEET, Fill, Question, Reopen, Sheet
from engine.kit.dataset import current_dataset
from engine.kit.ledger import HasAgenda, Ledger, Step, UnderWay, evolve

# Site: where a command's piece may be placed at the command's heading, and why it may not be placed
# elsewhere.


UNCLEAR = "there is no room here"


class Site(msgspec.Struct, frozen=True):
    """Where a command may place its piece: the allowed area, and why other places are closed."""

    area: Area | None
    faults: Callable[[Point], list[str]]
    """The function that returns what is wrong with a place, the most important fault first."""

    def why_not(self, at: Point) -> str:
        """Return why the piece may not be placed at this point, in inches; '' when it may."""
        if self.area is not None and self.area.holds(at):
            return ""
        return ", ".join(self.faults(at)) or UNCLEAR


# The agenda: the list of steps to do; each step asks a seat or acts by itself. A chapter of the
# rules registers functions with decorators: the question of a step (`asks`), the effect of an
# answer (`takes`), and the effect of a step without a question (`does`; without it the step is
# removed from the agenda). If an answer places something and the area depends on the answer,
# `places` returns the area. A question with only one legal answer is not asked. Two actions are
# possible at any step: a seat may open its sealed sheet again (`reopening`), and may fill in a
# sheet that can be changed at any time (`beside`).


S = TypeVar("S", bound=HasAgenda)
F = TypeVar("F", bound=Callable[..., Any])

Ask = Callable[[Any, Any], tuple[Question, ...]]
Take = Callable[[Any, Any, str, Any], None]
Change = Callable[[Any, str, Fill], None]
Do = Callable[[Any, Any], None]
Place = Callable[[Any, Any, Any], Site]


class StandingSheet(NamedTuple):
    """A sheet that a seat may fill in at any time, as registered by `Agenda.beside`."""

    id: str
    sheet: Callable[[Any, str], Sheet | None]
    """The function that takes a state and a seat and returns the sheet; None where the seat has
    none."""
    none: str
    """The reason given to a seat that asks for the sheet and has none."""
    rule: str
    change: Change
    """The function that applies the filled sheet: `(ledger, seat, fill)`."""


class Agenda(Generic[S]):
    """The rules of a game system, step by step; the stack of steps still to do is in the state.

    A system has one agenda; its modules of rules register their functions when they are imported,
    and `AgendaGame` calls it. The stack is data in the state, not a paused function, so a battle
    can be saved, forked and simulated in the middle of an attack.
    """

    def __init__(self) -> None:
        self._asks: dict[type[Step], Ask] = {}
        self._takes: dict[type[Step], Take] = {}
        self._does: dict[type[Step], Do] = {}
        self._places: dict[type[Step], Place] = {}
        self._why_not_reopen: Callable[[Any, str], str] | None = None
        self._reopen: Callable[[Any, str], None] | None = None
        self._aside: StandingSheet | None = None
        self._asked: tuple[S, Any, tuple[Question, ...]] | None = None
        """A cache of one entry: the latest state that was asked for its questions, its data set,
        and the questions."""

    # Registration -----------------------------------------------------------------

    def asks(self, step: type[Step]) -> Callable[[F], F]:
        """Register a function `(state, step)` that returns the question of a step.

        It may return None if the step has no question in this state.
        """
        return _enter(self._asks, step)

    def takes(self, step: type[Step]) -> Callable[[F], F]:
        """Register a function `(ledger, step, seat, command)` that applies the answer to a
        step.
        """
        return _enter(self._takes, step)

    def does(self, step: type[Step]) -> Callable[[F], F]:
        """Register a function `(ledger, step)` that runs a step without a question."""
        return _enter(self._does, step)

    def places(self, step: type[Step]) -> Callable[[F], F]:
        """Register a function `(state, step, command)` that returns where a command may place its
        piece.
        """
        return _enter(self._places, step)

    def reopening(self, why_not: Callable[[S, str], str]) -> Callable[[F], F]:
        """Register a function `(ledger, seat)` that opens a seat's sealed sheet (handed in) again.

        `why_not` takes a state and a seat and returns why this is not allowed, '' if it is.
        """

        def enter(rule: F) -> F:
            assert self._reopen is None, "sheets are opened again in two ways"
            self._why_not_reopen, self._reopen = why_not, rule
            return rule

        return enter

    def beside(
        self, id: str, sheet: Callable[[S, str], Sheet | None], none: str, rule: str = ""
    ) -> Callable[[F], F]:
        """Register a function `(ledger, seat, fill)` for a sheet that may be filled in at any time.

        The function applies the filled sheet. `sheet` returns the sheet for a state and a seat, or
        None; then the seat is refused with the text `none`, and `rule` names the rule.
        """

        def enter(change: F) -> F:
            assert self._aside is None, "two sheets may be filled in at any time"
            self._aside = StandingSheet(id, sheet, none, rule, change)
            return change

        return enter

    @property
    def steps(self) -> frozenset[type[Step]]:
        """The types of all steps that have a rule."""
        return frozenset({*self._asks, *self._takes, *self._does})

    # Questions --------------------------------------------------------------------

    def pending(self, state: S) -> tuple[Question, ...]:
        """Return the open questions of a state; () in the middle of a command.

        The questions of the latest state are cached, because `advance` needs them to know whether
        to stop, and then each screen needs them.
        """
        # copied into a local variable, because computer players in other threads replace the cache
        asked, data = self._asked, current_dataset()
        if asked is not None and asked[0] is state and asked[1] is data:
            return asked[2]
        questions: tuple[Question, ...] = ()
        if state.outcome is None and state.agenda and not isinstance(state.agenda, UnderWay):
            step = state.agenda[-1]
            ask = self._asks.get(type(step))
            questions = ask(state, step) if ask else ()
        self._asked = state, data, questions
        return questions

    def site(self, state: S, command: Any) -> Site | None:
        """Return where a command may place its piece.

        None where the place is not limited by the command, or there is no piece to place.
        """
        place = self._places.get(type(state.agenda[-1])) if state.agenda else None
        return place(state, state.agenda[-1], command) if place and hasattr(command, "at") else None

    def reopens(self, state: S, seat: str) -> Reopen | None:
        """Return the command that opens a seat's sealed sheet (handed in) again.

        None where that is not allowed.
        """
        ask = self._why_not_reopen
        return Reopen() if ask and not ask(state, seat) else None

    def aside(self, state: S, seat: str) -> Sheet | None:
        """Return the sheet that a seat may fill in at any time; None where the seat has none."""
        return self._aside.sheet(state, seat) if self._aside else None

    # Decisions --------------------------------------------------------------------

    def decide(
        self,
        ledger: Ledger[S, Any],
        questions: tuple[Question, ...],
        seat: str,
        command: Any,
    ) -> None:
        """Write the events of a seat's command into the ledger.

        Raises `Refused` when the command is not allowed now.
        """
        if isinstance(command, Reopen):
            if self._why_not_reopen is None or self._reopen is None:
                raise Refused(NO_SHEET)
            if why_not := self._why_not_reopen(ledger.state, seat):
                raise Refused(why_not)
            self._reopen(ledger, seat)
            return
        if self._aside and isinstance(command, Fill) and command.sheet == self._aside.id:
            sheet = self._aside.sheet(ledger.state, seat)
            if sheet is None:
                raise Refused(self._aside.none, self._aside.rule)
            if faults := sheet.faults(command.answers):
                raise Refused(faults[0].why, self._aside.rule)
            self._aside.change(ledger, seat, command)
            self.advance(ledger)
            return
        state = ledger.state
        step = state.agenda[-1] if state.agenda else None
        question = next((each for each in questions if each.seat == seat), None)
        if question is None or step is None:
            raise Refused(f"there is no choice for seat {seat} now")
        if isinstance(question, Sheet):
            question.validate(command)
        else:
            validate(question, command)
            there = self.site(state, command)
            why_not = there.why_not(command.at) if there and hasattr(command, "at") else ""
            if why_not:
                raise Refused(why_not)
        self._takes[type(step)](ledger, step, seat, command)
        self.advance(ledger)

    def advance(self, ledger: Ledger[S, Any]) -> None:
        """Do the steps of the agenda, until one has a question for a seat.

        If a question has only one legal answer, that answer is given at once.
        """
        while ledger.state.agenda and ledger.state.outcome is None:
            step = ledger.state.agenda[-1]
            questions = self.pending(ledger.state)
            forced = next((each for each in questions if each.forced is not None), None)
            if forced is not None:
                self._takes[type(step)](ledger, step, forced.seat, forced.forced)
            elif questions:
                return
            elif type(step) in self._does:
                self._does[type(step)](ledger, step)
            else:
                ledger.finish()


def _enter(rules: dict[type[Step], Any], step: type[Step]) -> Callable[[F], F]:
    def enter(rule: F) -> F:
        assert step not in rules, f"{step.__name__} has two rules of one kind"
        rules[step] = rule
        return rule

    return enter


def validate(decision: Decision, command: Any) -> None:
    """Raise `Refused` unless the command is what one of the decision's options allows."""
    for option in decision.options:
        if type(option.command) is type(command) and _same(decision, option, command):
            return
    raise Refused(f"{type(command).__name__} is not possible now: {decision.prompt}")


def _same(decision: Decision, option: Option, command: Any) -> bool:
    filled: dict[str, Any] = {}
    if option.dial and decision.dial:
        filled[option.dial] = decision.dial.value(getattr(command, option.dial))
    if option.area:
        filled[option.area] = getattr(command, option.area)
    if replace(option.command, **filled) != command:
        return False
    if option.area and decision.area and not decision.area.holds(filled[option.area]):
        raise Refused(outside_text(filled[option.area]))
    return True


# A game whose rules are an agenda and whose events compute the next state.


if TYPE_CHECKING:
    pass


class HasTurn(HasAgenda, Protocol):
    """A state with a turn number, which `AgendaGame` needs besides the fields of `HasAgenda`."""

    @property
    def turn(self) -> int:
        """The turn's number."""


G = TypeVar("G", bound=HasTurn)
C = TypeVar("C")
E = TypeVar("E")


def lazy_attribute(place: str) -> Any:
    """Return a cached property that imports the object `module:name` when it is first read.

    A game's class uses it for slow imports, such as all the rules: `agenda =
    lazy_attribute("pond.rules:RULES")`.
    """
    return cached_property(lambda _game: import_object(place))


class AgendaGame(Game[G, C, E]):
    """A game whose rules are one agenda.

    It is the base class of every game system except the series. A subclass sets `agenda` and
    `ledger`, and adds its scenarios, its seats, and the view of each seat.
    """

    agenda: Agenda[G]
    """The agenda of the game, with the rules of each step."""
    ledger: Any = None
    """The game's own class of ledgers, called with (state, dice); None for the class `Ledger`."""

    def pending(self, state: G) -> tuple[Question, ...]:
        """Return the open questions."""
        return self.agenda.pending(state)

    def under_way(self, state: G) -> G:
        """Return a state in the middle of a command, marked so that it has no question.

        A game that has only one step, which is always there, has no agenda among its fields; its
        states are returned unchanged.
        """
        if "agenda" not in state.__struct_fields__:  # type: ignore[attr-defined]
            return state
        return replace(state, agenda=UnderWay(state.agenda))  # type: ignore[type-var]

    def settled(self, state: G, dice: Dice) -> G:
        """Return the state after all steps that come before its first question."""
        ledger = self._ledger(state, dice)
        self.agenda.advance(ledger)
        return ledger.state

    def decide(self, state: G, seat: str, command: C, dice: Dice) -> Decided[G, E]:
        """Return the events of a command.

        Raises `Refused`, which names the rule that forbids it.
        """
        ledger = self._ledger(state, dice)
        self.agenda.decide(ledger, self.pending(state), seat, command)
        return ledger.decided()

    def reopens(self, state: G, seat: str) -> C | None:
        """Return the command that opens a seat's sealed sheet (handed in) again.

        None where that is not allowed.
        """
        return self.agenda.reopens(state, seat)  # type: ignore[return-value]

    def aside(self, state: G, seat: str) -> Sheet | None:
        """Return the sheet of a seat's standing choices; None if there is none."""
        return self.agenda.aside(state, seat)

    def evolve(self, state: G, event: E) -> G:
        """Return the state after an event."""
        return evolve(state, event)

    def outcome(self, state: G) -> Outcome | None:
        """Return how the battle ended; None until it is over."""
        ended: Outcome | None = state.outcome
        return ended

    def dice_rolled(self, state: G) -> int:
        """Return how many numbered dice the battle has used."""
        return state.dice

    def turn(self, state: G) -> int:
        """Return the turn's number."""
        return state.turn

    def planned(self, done: int, then: tuple[Any, ...]) -> E:
        """Return the event that records a change of the agenda.

        `done` is how many steps were removed, `then` are the steps that were added. Every game
        whose agenda changes must override this: here it raises `TypeError`.
        """
        raise TypeError(f"{self.title} changes its agenda and has no event that says so")

    def _ledger(self, state: G, dice: Dice) -> Ledger[G, E]:
        if self.ledger is not None:
            made: Ledger[G, E] = self.ledger(state, dice)
            return made
        return Ledger(state, dice, self.planned)
