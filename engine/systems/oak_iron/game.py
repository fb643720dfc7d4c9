"""Oak & Iron as a game system: the rooms of the rules behind one door.

Rules and geometry are imported when they are first needed, so that a report or a
list of cards is told without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.advice import Advice, Reason
from engine.game.aftermath import Aftermath
from engine.game.catalogue import Catalogue
from engine.game.chart import Mark, Scene, Spectacle
from engine.game.decision import Area, Decision, Option, Point
from engine.game.document import Sheet
from engine.game.game import Game, Outcome, Overlay, Preview, Seat, Status, Term, Verdict
from engine.game.horizon import Horizon
from engine.game.panel import Row
from engine.game.question import Question
from engine.systems.oak_iron.data import datafiles, records
from engine.systems.oak_iron.set_up import scenarios
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import AnyCommand
from engine.systems.oak_iron.state.evolve import evolve
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State
from engine.systems.oak_iron.words import command_words, narration

if TYPE_CHECKING:
    from engine.kernel.timeline import Record
    from engine.kit.site import Site


class OakIron(Game[State, AnyCommand, ev.AnyEvent]):
    """Oak & Iron V1.02: small squadrons in the age of fighting sail."""

    name = "oak_iron"
    title = "Oak & Iron"
    rules_version = "3"

    def __init__(self) -> None:
        self._strip: tuple[State, tuple[Row, ...]] | None = None

    # Set-up ------------------------------------------------------------------

    @property
    def data_version(self) -> str:
        """The version of the records, with a fingerprint of a user's own."""
        return records.data_version()

    def use_data(self, folder: Path) -> None:
        """Lay a user's own records over the data set; `SetUpFault` lists every mistake."""
        records.use(folder)

    def scenarios(self) -> Mapping[str, str]:
        """Return scenario names with one line about each."""
        return scenarios.scenarios()

    def set_up(self, scenario: str, options: Mapping[str, Any] | None = None) -> State:
        """Return the state at the start of a scenario."""
        return scenarios.set_up(scenario, options)

    def from_position(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:
        """Return state and seed of a position file."""
        from engine.systems.oak_iron.positions.position import from_position

        return from_position(source, table)

    # Squadrons ---------------------------------------------------------------

    def squadron_files(self) -> Mapping[str, Path]:
        """Return the ready squadrons."""
        return datafiles.ready_squadrons()

    def check_squadron(self, table: Mapping[str, Any]) -> Verdict:
        """Say whether a squadron is legal, or everything that is wrong with it."""
        from engine.systems.oak_iron.squadrons.squadron_check import verdict

        return verdict(table)

    def squadron_sheet(self, table: Mapping[str, Any]) -> Sheet:
        """Return a squadron on paper."""
        from engine.systems.oak_iron.squadrons.squadron_check import checked
        from engine.systems.oak_iron.squadrons.squadron_sheet import sheet

        roster, faults = checked("", table)
        return sheet(roster, tuple(faults.found))

    def catalogue(self, table: Mapping[str, Any]) -> Catalogue:
        """Return what may be chosen for a squadron."""
        from engine.systems.oak_iron.squadrons.catalogue import catalogue

        return catalogue(table)

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the size of game that the first of two squadrons is built for; more are fleets."""
        return scenarios.scenario_for(squadrons)

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return how many squadrons a fleet may have."""
        return (2, 3, 4) if scenario == scenarios.FLEET else ()

    # Rules -------------------------------------------------------------------

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Return a seat for each squadron."""
        return tuple(Seat(key, each.name, each.side) for key, each in state.squadrons.items())

    bookkeeping = (ev.Planned,)

    def pending(self, state: State) -> tuple[Question, ...]:
        """Return the open questions."""
        from engine.systems.oak_iron.turn import rules

        return rules.pending(state)

    def setting_up(self, state: State) -> bool:
        """Tell whether cards are still drafted and ships deployed."""
        return state.phase == "set_up"

    def settled(self, state: State, dice: Dice) -> State:
        """Return a written position after the steps that ask nobody."""
        from engine.systems.oak_iron.turn import rules

        return rules.settled(state, dice)

    def decide(
        self, state: State, seat: str, command: AnyCommand, dice: Dice
    ) -> tuple[ev.AnyEvent, ...]:
        """Return the facts that follow from a command; `Refused` says which rule forbids it."""
        from engine.systems.oak_iron.turn import rules

        return rules.decide(state, self.pending(state), seat, command, dice)

    def evolve(self, state: State, event: ev.AnyEvent) -> State:
        """Return the state after a fact."""
        return evolve(state, event)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the battle ended."""
        return state.outcome

    def area(
        self, view: State, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's thing may be put, turned by its dial."""
        there = self._site(view, decision, option, dial)
        return there.area if there else super().area(view, decision, option, dial)

    def why_not(
        self, view: State, decision: Decision, option: Option, dial: float | None, at: Point
    ) -> str:
        """Say why an option's thing may not be put at a place."""
        there = self._site(view, decision, option, dial)
        return there.why_not(at) if there else super().why_not(view, decision, option, dial, at)

    @staticmethod
    def _site(view: State, decision: Decision, option: Option, dial: float | None) -> Site | None:
        if not option.area or decision.area:
            return None
        from engine.systems.oak_iron.turn import rules

        return rules.site(view, option.filled(decision, dial, None))

    def view(self, state: State, seat: str) -> State:
        """Return the state without the cards that a seat may not see."""
        squadrons = {
            key: each if key == seat else _covered(each) for key, each in state.squadrons.items()
        }
        return replace(state, squadrons=squadrons)

    def dice_rolled(self, state: State) -> int:
        """Return how many numbered dice the battle has used."""
        return state.dice

    def turn(self, state: State) -> int:
        """Return the turn's number."""
        return state.turn

    def undo_barrier(self, events: Iterable[ev.AnyEvent]) -> str:
        """Say why these facts may not be freely undone."""
        for event in events:
            if isinstance(event, _DICE):
                return "dice were rolled"
            if isinstance(event, ev.CardsRevealed | ev.CardBorrowed | ev.CardLaidOpen):
                return "a card was revealed"
        return ""

    @property
    def types(self) -> tuple[Any, Any, Any]:
        """State, command and event."""
        return State, AnyCommand, ev.AnyEvent

    # In words ----------------------------------------------------------------

    def tell(self, before: State, event: ev.AnyEvent, seat: str) -> str:
        """Return one line about an event."""
        return narration.tell(before, event, seat)

    def describe(self, state: State, command: AnyCommand) -> str:
        """Return a command in the words of the battle report."""
        return command_words.describe(state, command)

    def terms(self) -> tuple[Term, ...]:
        """Return ships, cards and terms of the rules."""
        from engine.systems.oak_iron.words.reference import terms

        return terms()

    def aftermath(self, start: State, entries: Sequence[Record]) -> Aftermath:
        """Return strike points by turn, what each ship did, dice luck and decisive moments."""
        from engine.systems.oak_iron.screen.aftermath import aftermath

        return aftermath(start, entries)

    def terms_of(self, view: State, key: str) -> tuple[str, ...]:
        """Return the terms of what lies on the table under a key."""
        from engine.systems.oak_iron.words.terms_now import terms_of

        return terms_of(view, key)

    def terms_now(self, view: State, key: str) -> tuple[str, ...]:
        """Return the terms of the step, the ship, the face-up cards and the events in force."""
        from engine.systems.oak_iron.words.terms_now import terms_now

        return terms_now(view, key)

    # On the screen ---------------------------------------------------------------

    def status(self, view: State) -> Status:
        """Return the words of the status bar."""
        from engine.systems.oak_iron.screen import roster as strip

        return strip.status(view)

    def scene(self, view: State) -> Scene:
        """Return the chart."""
        from engine.systems.oak_iron.screen import scene

        return scene.scene(view)

    def ships(self, view: State) -> tuple[str, ...]:
        """Return the ships on the table, own squadron first."""
        from engine.systems.oak_iron.screen import scene

        return scene.ships(view)

    def card(self, view: State, key: str) -> tuple[Row, ...]:
        """Return a ship's card."""
        from engine.systems.oak_iron.screen import ship_card

        return ship_card.card(view, key)

    def squadrons(self, view: State) -> tuple[Row, ...]:
        """Return the squadron strip; that of the view shown last is kept."""
        kept = self._strip
        if kept is None or kept[0] is not view:
            from engine.systems.oak_iron.screen import roster as strip

            self._strip = kept = (view, strip.squadrons(view))
        return kept[1]

    def legend(self, view: State) -> tuple[Row, ...]:
        """Return the terrain on the chart."""
        from engine.systems.oak_iron.screen.brief import legend

        return legend(view)

    def hand(self, view: State, seat: str) -> tuple[Row, ...]:
        """Return the seat's cards."""
        from engine.systems.oak_iron.screen import roster as strip

        return strip.hand(view, seat)

    def preview(
        self,
        view: State,
        decision: Decision,
        option: Option,
        dial: float | None = None,
        at: Point | None = None,
    ) -> Preview:
        """Return what an option would do."""
        from engine.systems.oak_iron.screen import preview

        return preview.preview(view, decision, option, dial, at)

    def overlays(self) -> tuple[Overlay, ...]:
        """Return range rings, broadside paths, formation links and points of sail."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.overlays()

    def overlay(self, view: State, overlay_id: str, key: str) -> tuple[Mark, ...]:
        """Return an overlay's marks for a ship."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.overlay(view, overlay_id, key)

    def measure(self, view: State, start: Point, end: Point) -> Preview:
        """Return range, band and sight between two places."""
        from engine.systems.oak_iron.screen import overlays

        return overlays.measure(view, start, end)

    def spectacle(self, before: State, event: ev.AnyEvent) -> Spectacle | None:
        """Return what there is to see in an event."""
        from engine.systems.oak_iron.screen import spectacle

        return spectacle.spectacle(before, event)

    # For programs -----------------------------------------------------------------

    def inspect(self, state: State, ship: str = "") -> dict[str, Any]:
        """Return what the rules say of a ship, or of all."""
        from engine.systems.oak_iron.screen.inspect import inspect

        return inspect(state, ship)

    def explain(self, state: State, ship: str = "") -> dict[str, Any]:
        """Return the same for people, with the sums of the dice."""
        from engine.systems.oak_iron.screen.inspect import explain

        return explain(state, ship)

    def quick_score(
        self,
        view: State,
        decision: Decision,
        option: Option,
        dial: float | None = None,
        at: Point | None = None,
    ) -> float:
        """Return how good an answer looks, one look ahead."""
        from engine.systems.oak_iron.evaluation.rules_of_thumb import quick_score

        return quick_score.quick_score(view, decision, option, dial, at)

    def advice(self, view: State, decision: Decision, random: Random) -> tuple[Advice, ...]:
        """Return answers by the reckoning, best first."""
        from engine.systems.oak_iron.evaluation.advice.advise import advice

        return advice(view, decision)

    def playout_policy(self, view: State, decision: Decision) -> tuple[Advice, ...]:
        """Return moves by the reckoning, a few of them."""
        from engine.systems.oak_iron.evaluation.search.playout_policy import playout_policy

        return playout_policy(view, decision)

    def horizon(self, view: State, decision: Decision) -> Horizon:
        """Return one turn, for a card and towards the end two; in a crowd less."""
        from engine.systems.oak_iron.evaluation.search.playout_policy import horizon

        return horizon(view, decision)

    def evaluate(self, view: State, seat: str) -> tuple[Reason, ...]:
        """Return how well a seat's side stands, term by term."""
        from engine.systems.oak_iron.evaluation.search.score_side import score_side

        return score_side(view, seat)

    def luck(self, before: State, event: ev.AnyEvent, after: State, seat: str) -> float:
        """Return what an attack's dice gave a side beyond what was to be expected."""
        from engine.systems.oak_iron.evaluation.search.luck import luck

        return luck(before, event, after, seat)

    def determinize(self, view: State, decision: Decision, random: Random) -> State:
        """Return a state with a card in every place that a seat may not see."""
        from engine.systems.oak_iron.evaluation.search.determinize import determinized

        return determinized(view, decision, random)


_DICE = (
    ev.DiceRolled,
    ev.DiceRerolled,
    ev.DiceAdded,
    ev.SinkingRolled,
    ev.OfficerRolled,
    ev.EventDrawn,
    ev.CardLaidAtRandom,
    ev.WeatherShifted,
    ev.CurrentSet,
)


def _covered(squadron: Squadron) -> Squadron:
    """Return a squadron as others see it: how many cards it holds, not which."""
    return replace(
        squadron,
        hand=(HIDDEN,) * len(squadron.hand),
        face_down=HIDDEN if squadron.face_down and not squadron.laid_open else squadron.face_down,
    )
