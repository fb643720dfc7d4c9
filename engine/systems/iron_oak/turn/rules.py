"""A player turn and its phases; importing this registers the rules of every chapter."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Decision, Option
from engine.game.question import Question
from engine.systems.iron_oak import cards, damage
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet import (
    can_drift,
    must_drift,
    name,
    other_side,
    own_sections,
    own_ships,
    seat_of,
    side_of,
)
from engine.systems.iron_oak.gunnery import segment as gunnery
from engine.systems.iron_oak.gunnery import shooting
from engine.systems.iron_oak.gunnery.segment import shots
from engine.systems.iron_oak.machine import RULES, Ledger, steps_from, turn_steps
from engine.systems.iron_oak.movement import getting_free, hazards, in_box, segment, ways
from engine.systems.iron_oak.movement import ways as carry_out
from engine.systems.iron_oak.movement.segment import begin
from engine.systems.iron_oak.orders import sheet
from engine.systems.iron_oak.set_up import scenarios
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Act
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.turn import status_phase
from engine.systems.iron_oak.victory import verdict

# A player turn and its phases, and which unit acts next (Iron & Oak 3.0, 3.3, 9.3).


@RULES.does(st.PlayerTurn)
def _player_turn(ledger: Ledger, step: st.PlayerTurn) -> None:
    ledger.finish(*steps_from(ledger.state, step.sides, "status"))


@RULES.does(st.BeginPhase)
def _begin(ledger: Ledger, step: st.BeginPhase) -> None:
    ledger.finish()
    ledger.write(ev.PhaseBegan(step.side, step.phase))


@RULES.does(st.EngineRoll)
def _engine(ledger: Ledger, step: st.EngineRoll) -> None:
    """Roll, before repairs, for a bad engine, by a special rule of the battle (Iron & Oak 2.2)."""
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if not ship.on_map or "engine_damaged" not in ship.criticals:
        return
    roll = ledger.roll("d10")
    stopped = roll.kept <= step.stops_on
    ledger.write(ev.EngineRolled(ship.id, roll, stopped))
    if stopped:
        ledger.write(ev.Marked(ship.id, "engine_stopped"))


@RULES.does(st.EndPlayerTurn)
def _end(ledger: Ledger, step: st.EndPlayerTurn) -> None:
    ledger.finish()
    ledger.write(ev.PlayerTurnEnded(step.sides))


@RULES.does(st.VictoryPhase)
def _victory(ledger: Ledger, step: st.VictoryPhase) -> None:
    """Determine the winner; else begin the next turn, or after the last turn end the battle (Iron &
    Oak 3.5).
    """
    ledger.finish()
    state = ledger.state
    ended = verdict(state)
    if ended is not None:
        ledger.write(ev.BattleEnded(*ended))
        return
    ledger.write(ev.TurnEnded(state.turn + 1))
    ledger.plan(*turn_steps(ledger.state, ledger.state.first))


# Which unit acts next; the order sets in alternating movement (Iron & Oak 3.3, 9.3).


def order_sets(state: State, side: Side) -> dict[str, int]:
    """Return the number of each ship's order set, {id: 1}; {} before the side has given orders.

    The side that moves first has the sets 1, 3, 5 and so on, the other side 2, 4, 6, both without
    gaps (Iron & Oak 9.3.2). In a view the result is {} for a side whose order sets the viewer may
    not see.
    """
    start = 1 if side == state.first else 2
    return {id: start + 2 * place for place, id in enumerate(state.sides[side].sequence)}


def next_set(state: State) -> str:
    """Return the ship with the next order set; '' when all have acted."""
    sets = {**order_sets(state, state.first), **order_sets(state, other_side(state.first))}
    left = (
        id
        for id in sorted(sets, key=lambda id: sets[id])
        if id in state.ships and not state.ships[id].acted and not state.ships[id].lost
    )
    return next(left, "")


def drifter(state: State, ship: Ship) -> bool:
    """Tell whether a ship must drift or has chosen to: she then moves before others (Iron & Oak
    3.3).
    """
    if not can_drift(state, ship):
        return False
    return ship.order == "drift" or (ship.order != "anchor" and must_drift(state, ship))


def to_act(state: State, sides: st.Sides) -> tuple[Unit, ...]:
    """Return the units from which the active side chooses the next to act; () when all
    have acted.
    """
    if len(sides) > 1:
        return _alternating(state, sides)
    ships = tuple(ship for ship in own_ships(state, sides[0]) if not ship.acted)
    drifters = tuple(ship for ship in ships if drifter(state, ship))
    if drifters:
        return drifters
    return (*ships, *_batteries(state, sides[0]))


def _batteries(state: State, side: str) -> tuple[Section, ...]:
    """Return a side's sections that have not acted and have something to do."""
    return tuple(
        section
        for section in own_sections(state, side)
        if not section.acted and (section.fired or shots(state, section))
    )


def _alternating(state: State, sides: st.Sides) -> tuple[Unit, ...]:
    """Return the unit with the next order set; after the ships, the sides' sections in turn."""
    if ship := next_set(state):
        return (state.ships[ship],)
    left = [_batteries(state, side) for side in sides]
    if not any(left):
        return ()
    done = [
        sum(section.acted for section in state.sections.values() if section.side == side)
        for side in sides
    ]
    first = 0 if left[0] and (not left[1] or done[0] <= done[1]) else 1
    return left[first]


@RULES.asks(st.Actions)
def _ask(state: State, step: st.Actions) -> tuple[Decision, ...]:
    by_seat: dict[str, list[Option]] = {}
    for unit in to_act(state, step.sides):
        option = Option(unit.id, name(unit), Act(unit.id), subject=unit.id)
        by_seat.setdefault(seat_of(state, unit), []).append(option)
    return tuple(
        Decision(seat, "act", "Who acts next?", tuple(options)) for seat, options in by_seat.items()
    )


@RULES.takes(st.Actions)
def _take(ledger: Ledger, step: st.Actions, seat: str, command: Act) -> None:
    ledger.write(ev.UnitChosen(command.unit))
    if command.unit in ledger.state.ships:
        begin(ledger, command.unit)
    else:
        ledger.plan(st.Gunnery(command.unit), st.UnitDone(command.unit))


@RULES.does(st.UnitDone)
def _done(ledger: Ledger, step: st.UnitDone) -> None:
    ledger.finish()
    ledger.write(ev.UnitActed(step.unit))


@RULES.does(st.Actions)
def _over(ledger: Ledger, step: st.Actions) -> None:
    ledger.finish()


# All rules: importing this module registers every chapter.


CHAPTERS = (
    cards,
    scenarios,
    status_phase,
    sheet,
    cards,
    getting_free,
    ways,
    hazards,
    segment,
    carry_out,
    in_box,
    gunnery,
    shooting,
    damage,
)
"""The modules that contain the steps of a turn, in order."""

__all__ = ["CHAPTERS", "RULES", "pending"]


def pending(state: State) -> tuple[Question, ...]:
    """Return the open questions; questions to a side with hidden ships are secret.

    Otherwise a person at the same keyboard would read the names of unidentified counters.
    """
    questions = RULES.pending(state)
    hiding = {ship.side for ship in state.ships.values() if ship.hidden and not ship.lost}
    if not hiding:
        return questions
    return tuple(
        replace(each, secret=True)
        if isinstance(each, Decision) and side_of(state, each.seat) in hiding
        else each
        for each in questions
    )
