"""What is done and asked before the first turn: numbers, hidden counters, anchors.

Iron & Oak 2.1, 2.2.
"""

from __future__ import annotations

from engine.game.decision import Answer, Option
from engine.game.question import Fill, Sheet, Slot
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.waters import GRID, OFF, land


@RULES.does(st.NumberCounters)
def _number(ledger: Ledger, step: st.NumberCounters) -> None:
    """Number the hidden counters of each side by chance, so that a number tells nothing."""
    ledger.finish()
    counters: dict[str, str] = {}
    rolled = 0
    for side in ledger.state.sides:
        hidden = [
            ship.id for ship in ledger.state.ships.values() if ship.hidden and ship.side == side
        ]
        for number, id in enumerate(ledger.shuffled(hidden, rolled), 1):
            counters[id] = f"{side}_counter_{number}"
        rolled += max(0, len(hidden) - 1)
    if counters:
        ledger.write(ev.CountersNumbered(counters, rolled))


def places(state: State, side: str) -> tuple[str, ...]:
    """Return where a side may put its counters.

    The boxes that the battle names; else boxes with one of its ships, or next to one, and beside
    its edge if a ship waits there.
    """
    for effect in state.in_force("hidden_boxes"):
        if effect.side == side:
            return effect.boxes
    found: dict[str, None] = {}
    for ship in state.ships.values():
        if ship.side != side or ship.kind != "ship":
            continue
        near = (ship.box, *GRID.neighbours(ship.box)) if ship.on_map else (ship.box,)
        found |= dict.fromkeys(
            box for box in near if box.startswith(OFF) or not land(state.board, box)
        )
    return tuple(found)


@RULES.asks(st.PlaceHidden)
def _ask(state: State, step: st.PlaceHidden) -> tuple[Sheet, ...]:
    free = any(effect.side == step.side for effect in state.in_force("hidden_boxes"))
    counters = tuple(
        ship
        for ship in state.ships.values()
        if ship.side == step.side and ship.hidden and (free or ship.kind == "contact")
    )
    if not counters:
        return ()
    options = tuple(Option(box, box, None) for box in places(state, step.side))
    slots = tuple(Slot(ship.id, name(ship), options, subject=ship.id) for ship in counters)
    proposed = {
        ship.id: Answer(ship.box if any(each.id == ship.box for each in options) else options[0].id)
        for ship in counters
    }
    seat = state.sides[step.side].seats[0]
    prompt = "Where do the hidden counters start?"
    return (Sheet("hidden counters", seat, "hidden", prompt, slots, proposed=proposed),)


@RULES.takes(st.PlaceHidden)
def _place(ledger: Ledger, step: st.PlaceHidden, seat: str, command: Fill) -> None:
    ledger.finish()
    boxes = {id: answer.option for id, answer in command.answers.items()}
    ledger.write(ev.HiddenPlaced(step.side, boxes))


@RULES.asks(st.StartAnchored)
def _ask_anchored(state: State, step: st.StartAnchored) -> tuple[Sheet, ...]:
    ships = [
        state.ships[id]
        for effect in state.in_force("may_start_anchored")
        for id in effect.ships
        if id in state.ships and state.ships[id].side == step.side
    ]
    if not ships:
        return ()
    options = tuple(Option(ship.id, name(ship), None, subject=ship.id) for ship in ships)
    slot = Slot("anchored", "At anchor", options, at_most=len(options), needs=False)
    seat = state.sides[step.side].seats[0]
    return (Sheet("anchors", seat, "anchors", "Which ships start at anchor?", (slot,)),)


@RULES.takes(st.StartAnchored)
def _anchor(ledger: Ledger, step: st.StartAnchored, seat: str, command: Fill) -> None:
    ledger.finish()
    ships = command.answers.get("anchored", Answer()).chosen
    if ships:
        ledger.write(ev.StartedAnchored(step.side, ships))
