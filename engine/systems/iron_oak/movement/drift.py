"""Drifting with the current (Iron & Oak 5.2)."""

from __future__ import annotations

from engine.space.boxes import Step
from engine.systems.iron_oak.data.battles import Direction
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Edge
from engine.systems.iron_oak.fleet.ties import can_drift, tied
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.hazards import face_hazards
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Board
from engine.systems.iron_oak.waters.terrain import FLOW, GRID, OFF, off, open_step

AGROUND = "aground"
STAY = "stay"
FACES = range(1, 11)


@RULES.does(st.DriftCheck)
def _check(ledger: Ledger, step: st.DriftCheck) -> None:
    """Check drift for a ship and all tied to her, once in a turn; on still water they stay."""
    ledger.finish()
    state = ledger.state
    ship = state.ships[step.ship]
    current = state.board.current
    still = FLOW[current.direction] == (0, 0) or current.speed == "none"
    if still or not can_drift(state, ship):
        return
    group = tied(state, ship)
    if any(each.drifted for each in group):
        return
    movers = tuple(each.id for each in group)
    roll = ledger.roll("d10")
    result = drift_result(state.board, ship.box, roll.kept)
    ledger.write(ev.DriftRolled(movers, roll, result))
    if result == AGROUND:
        ledger.write(ev.RanAground(movers))
    elif off(result):
        ledger.write(ev.ShipsLeft(movers, off(result)))
    elif result != STAY:
        ledger.write(ev.ShipsMoved(movers, result, "drift"))
        face_hazards(ledger, ship.id)


def drift_result(board: Board, box: str, face: int) -> str:
    """Return where a roll carries a ship: `stay`, a box, `off:EDGE` or `aground`."""
    table = book().tables.drift.at(board.current.speed)
    down, right = FLOW[board.current.direction]
    if face == table.left:
        step = (down - right, right + down)
    elif face == table.right:
        step = (down + right, right - down)
    elif face >= table.ahead:
        step = (down, right)
    else:
        return STAY
    if step == (0, 0):
        return STAY
    return _carried(board, box, step)


def _carried(board: Board, box: str, step: Step) -> str:
    """Return where a step leads: over an edge she leaves, or at a bank runs aground.

    Over a corner of two open edges she leaves by the downstream one. Onto land: aground.
    """
    end = GRID.shifted(box, step)
    if end:
        return end if open_step(board, box, end) else AGROUND
    row, column = GRID.place(box)
    crossed = []
    if not 0 <= row + step[0] < GRID.rows:
        crossed.append("top" if step[0] < 0 else "bottom")
    if not 0 <= column + step[1] < GRID.columns:
        crossed.append("left" if step[1] < 0 else "right")
    if any(edge in board.banks for edge in crossed):
        return AGROUND
    downstream: dict[Direction, Edge] = {
        "left": "left",
        "right": "right",
        "up": "top",
        "down": "bottom",
    }
    ahead = downstream[board.current.direction]
    return OFF + (ahead if ahead in crossed else crossed[0])


def drift_chances(board: Board, box: str) -> dict[str, float]:
    """Return the chance of each result for a ship in a box, hazards apart."""
    counts: dict[str, int] = {}
    for face in FACES:
        result = drift_result(board, box, face)
        counts[result] = counts.get(result, 0) + 1
    return {result: count / len(FACES) for result, count in counts.items()}
