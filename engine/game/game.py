"""Game: the protocol that a game system implements.

A system subclasses `Game`, implements the methods without a body here, and
overrides what it can say more about. `decide` holds all rules and may refuse;
`evolve` holds none and never refuses. Both are pure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from engine.base.dice import Dice
from engine.base.errors import Refused, SetUpFault
from engine.game.advice import Advice, Reason
from engine.game.aftermath import Aftermath
from engine.game.catalogue import Catalogue, Section
from engine.game.chart import Mark, Scene, Spectacle
from engine.game.decision import Area, Decision, Option, Point, outside
from engine.game.document import Sheet
from engine.game.horizon import Horizon
from engine.game.panel import Row

if TYPE_CHECKING:
    from engine.kernel.timeline import Record

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: key 'A', name 'Red', and the side that it fights for."""

    key: str
    name: str
    side: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the winning sides (none: a draw) and why, in a sentence."""

    winners: tuple[str, ...]
    reason: str


class Status(msgspec.Struct, frozen=True):
    """The words of the status bar."""

    title: str
    turn: str
    phase: str
    note: str = ""
    """Who goes first; `note_in_short` says it where room is short."""
    points: str = ""
    """Strike points in short, `Red 0/3  Blue 2/3`."""
    in_force: str = ""
    """An event that changes the rules now."""
    note_in_short: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What an option would do: marks for the chart, rows for the panel."""

    marks: tuple[Mark, ...] = ()
    rows: tuple[Row, ...] = ()
    quick_marks: tuple[Mark, ...] | None = None
    """The marks while a dial is being turned (no rings); None: the same."""


class Term(msgspec.Struct, frozen=True):
    """An entry of the reference: a ship, a card or a rule's term, in our own words."""

    id: str
    name: str
    kind: str
    lines: tuple[str, ...]
    confidence: str = "printed"
    links: tuple[str, ...] = ()
    """The ids of the terms that its lines name."""
    signs: str = ""
    """What it is marked with on charts and cards, a sign each."""


class Verdict(msgspec.Struct, frozen=True):
    """What is said of a squadron: its points, and every fault as (key path, text)."""

    name: str = ""
    points: int = 0
    limit: int | None = None
    """The points that it may have; None while that is unknown."""
    faults: tuple[tuple[str, str], ...] = ()

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.faults


class Overlay(msgspec.Struct, frozen=True):
    """A picture that a key switches on: `range` rings, `arcs`, `formation`, `wind`."""

    id: str
    label: str


class Game(ABC, Generic[S, C, E]):
    """One game system: rules, facts, and how they are shown."""

    name: str
    """The registry's name, 'oak_iron'."""
    title: str
    rules_version: str
    """Changes when a recorded battle would be decided in another way."""

    # Set-up ------------------------------------------------------------------

    @property
    def data_version(self) -> str:
        """The version of the data set; a user's own records change it."""
        return "1"

    def use_data(self, folder: Path) -> None:
        """Lay a user's own records over the data set; `SetUpFault` lists every mistake."""

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Return scenario names with one line about each."""

    @abstractmethod
    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> S:
        """Return the state at the start; `SetUpFault` names what is wrong."""

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the scenario that squadrons, files or ready ones, are fit for; or `SetUpFault`."""
        raise SetUpFault("set-up", [("squadrons", f"{self.title} has no squadron files")])

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return the numbers of squadrons a side that the set-up's option `a_side` may name."""
        return ()

    def from_position(self, source: str, table: Mapping[str, Any]) -> tuple[S, int]:
        """Return state and seed of a parsed position file; `SetUpFault` lists every mistake."""
        raise SetUpFault(source, [("game", f"{self.title} has no position files")])

    # Squadrons ---------------------------------------------------------------

    def squadron_files(self) -> Mapping[str, Path]:
        """Return the squadrons that ship with the game: names and files."""
        return {}

    def check_squadron(self, table: Mapping[str, Any]) -> Verdict:
        """Say whether a parsed squadron file is legal, or everything that is wrong with it."""
        return Verdict(faults=(("game", f"{self.title} has no squadron files"),))

    def squadron_sheet(self, table: Mapping[str, Any]) -> Sheet:
        """Return a squadron on paper, with its faults where it is not legal."""
        return Sheet("Squadron", self.check_squadron(table).faults[0])

    def catalogue(self, table: Mapping[str, Any]) -> Catalogue:
        """Return what may be chosen for a squadron, as far as its table is built."""
        return Catalogue((), Section("type", "Ships", ()))

    # Rules -------------------------------------------------------------------

    @abstractmethod
    def seats(self, state: S) -> tuple[Seat, ...]:
        """Return the seats, in the order of their keys."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Any, ...]:
        """Return the open questions, at most one a seat; none when the battle is over."""

    def setting_up(self, state: S) -> bool:
        """Tell whether the open questions belong to the set-up, before the first turn."""
        return False

    def settled(self, state: S, dice: Dice) -> S:
        """Return a written position after the steps that ask nobody."""
        return state

    @abstractmethod
    def decide(self, state: S, seat: str, command: C, dice: Dice) -> tuple[E, ...]:
        """Return the facts that follow from a command; `Refused` says which rule forbids it."""

    bookkeeping: tuple[type, ...] = ()
    """The events that change what is still to be done and nothing else; nobody is told of them."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """Return the state after a fact. It knows no rules and never refuses."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the battle ended, or None while it goes on."""

    @abstractmethod
    def view(self, state: S, seat: str) -> S:
        """Return the state as a seat sees it: nothing hidden is in it. '' is a watcher."""

    @abstractmethod
    def dice_rolled(self, state: S) -> int:
        """Return how many numbered dice the battle has used."""

    def turn(self, state: S) -> int:
        """Return the turn's number; the journal writes a state hash whenever it changes."""
        return 0

    def undo_barrier(self, events: Iterable[E]) -> str:
        """Say why a seat may not freely undo what led to these events; '' when it may."""
        return ""

    def answer(
        self,
        state: S,
        seat: str,
        option_id: str,
        dial: float | None = None,
        at: Point | None = None,
    ) -> C:
        """Return the command of an option of this seat's open question, filled; or `Refused`."""
        decision, option = self.find(state, seat, option_id)
        if option.area and at is None:
            area = self.area(state, decision, option, dial)
            at = area.rest if area else None
        command: C = option.filled(decision, dial, at)
        return command

    def area(
        self, view: S, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's thing may be put, its dial standing so; None for nowhere.

        The decision's own area, unless a system knows of one for each option and dial.
        """
        return decision.area if option.area else None

    def why_not(
        self, view: S, decision: Decision, option: Option, dial: float | None, at: Point
    ) -> str:
        """Say why an option's thing may not be put at a place, '' when it may."""
        area = self.area(view, decision, option, dial)
        return "" if area and area.holds(at) else outside(at)

    def find(self, state: S, seat: str, option_id: str) -> tuple[Decision, Option]:
        """Return this seat's open question and its option of that id; or `Refused`."""
        for decision in self.pending(state):
            if decision.seat == seat:
                return decision, decision.option(option_id)
        raise Refused(f"there is no choice for seat {seat} now")

    # On disk -----------------------------------------------------------------

    @property
    @abstractmethod
    def types(self) -> tuple[Any, Any, Any]:
        """The msgspec types of state, command and event, for encoding and decoding."""

    # In words ----------------------------------------------------------------

    @abstractmethod
    def tell(self, before: S, event: E, seat: str) -> str:
        """Return one readable line about an event as a seat may know it; '' when not worth one."""

    def describe(self, state: S, command: C) -> str:
        """Return a command in the words of the battle report, for typed commands and the log."""
        return type(command).__name__

    def terms(self) -> tuple[Term, ...]:
        """Return the reference: ships, cards, terms of the rules."""
        return ()

    def terms_of(self, view: S, key: str) -> tuple[str, ...]:
        """Return the ids of the terms of a ship, her tokens first, or of a piece of terrain."""
        return ()

    def terms_now(self, view: S, key: str) -> tuple[str, ...]:
        """Return the ids of the terms that matter now, those of the ship `key` among them."""
        return ()

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return what some entries amount to, when the battle is looked back on."""
        return Aftermath()

    # On the screen (all take a view, never the full state) -----------------------

    @abstractmethod
    def status(self, view: S) -> Status:
        """Return the words of the status bar."""

    @abstractmethod
    def scene(self, view: S) -> Scene:
        """Return the chart."""

    def ships(self, view: S) -> tuple[str, ...]:
        """Return the keys of the ships that Tab goes through, in order."""
        return ()

    def card(self, view: S, key: str) -> tuple[Row, ...]:
        """Return a ship's card."""
        return ()

    def squadrons(self, view: S) -> tuple[Row, ...]:
        """Return the squadron strip: all ships, with points and what would tip them."""
        return ()

    def legend(self, view: S) -> tuple[Row, ...]:
        """Return what the terrain and marks on the chart mean, of kinds that are there."""
        return ()

    def hand(self, view: S, seat: str) -> tuple[Row, ...]:
        """Return the seat's cards."""
        return ()

    def preview(
        self,
        view: S,
        decision: Decision,
        option: Option,
        dial: float | None = None,
        at: Point | None = None,
    ) -> Preview:
        """Return what an option would do: ghost, path, odds."""
        return Preview()

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays that this system can draw."""
        return ()

    def overlay(self, view: S, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks for a ship."""
        return ()

    def measure(self, view: S, start: Point, end: Point) -> Preview:
        """Return range, band and sight between two places (or the ships there)."""
        return Preview()

    def spectacle(self, before: S, event: E) -> Spectacle | None:
        """Return what there is to see in an event: a ship gliding, a volley, dice."""
        return None

    # For programs ------------------------------------------------------------------

    def inspect(self, state: S, ship: str = "") -> dict[str, Any]:
        """Return {ship: what the rules say of it} as plain data, of one ship or of all.

        `Refused` when no ship has that key.
        """
        return {}

    def explain(self, state: S, ship: str = "") -> dict[str, Any]:
        """Return `inspect` for people to read; it may say what each sum is made of."""
        return self.inspect(state, ship)

    # For computer players ----------------------------------------------------------

    def quick_score(
        self,
        view: S,
        decision: Decision,
        option: Option,
        dial: float | None = None,
        at: Point | None = None,
    ) -> float:
        """Return how good an answer looks to its seat, one look ahead; higher is better."""
        return 0.0

    def advice(self, view: S, decision: Decision, random: Random) -> tuple[Advice, ...]:
        """Return answers with what they are worth and why, best first, each option's best at least.

        It looks further ahead than `appraise`: what the seat could do next, and the enemy's reply.
        Nothing where a system has no more to say than `appraise` does.
        """
        return ()

    def playout_policy(self, view: S, decision: Decision) -> tuple[Advice, ...]:
        """Return answers for playouts: as `counsel`, but quickly; none where `appraise` does."""
        return ()

    def horizon(self, view: S, decision: Decision) -> Horizon:
        """Return how far a search looks on before it judges, and how far that errs."""
        return Horizon()

    def evaluate(self, view: S, seat: str) -> tuple[Reason, ...]:
        """Return how well a seat's side stands against its enemies, term by term."""
        return ()

    def luck(self, before: S, event: E, after: S, seat: str) -> float:
        """Return how much of what an event changed of `evaluate` was chance; 0 on the average."""
        return 0.0

    def determinize(self, view: S, decision: Decision, random: Random) -> S:
        """Return a whole state that a view allows: what the seat may not see, drawn at random.

        It may leave out what the decision hardly bears on, so that it is played on sooner.
        """
        return view
