"""Searching hidden counters at night, at the end of a Movement Segment (8.6.1)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.fleet.names import by_public_id, public_id
from engine.systems.iron_oak.fleet.sides import enemies_in, seat_of
from engine.systems.iron_oak.machine.agenda import asks, does, takes
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.segment import end
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Seek
from engine.systems.iron_oak.state.state import State


@asks(st.Search)
def _ask(state: State, step: st.Search) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    if not state.board.night or not ship.on_map or ship.captured_by or ship.kind != "ship":
        return ()
    counters = sorted(
        public_id(enemy) for enemy in enemies_in(state, ship.control, ship.box) if enemy.hidden
    )
    if not counters:
        return ()
    options = [Option("none", "Search nobody", Seek())]
    options += [Option(f"seek:{id}", f"Search {id}", Seek(id), subject=id) for id in counters]
    prompt = f"{name(ship)}: search a hidden counter?"
    return (Decision(seat_of(state, ship), "search", prompt, tuple(options), ship=ship.id),)


@takes(st.Search)
def _take(ledger: Ledger, step: st.Search, seat: str, command: Seek) -> None:
    if command.counter:
        roll = ledger.roll("d10")
        found = roll.kept >= book().tables.night.search
        ledger.write(ev.Searched(step.ship, command.counter, roll, found))
        if found:
            ledger.write(ev.Revealed(by_public_id(ledger.state, command.counter)))
    _end(ledger, step)


@does(st.Search)
def _end(ledger: Ledger, step: st.Search) -> None:
    ledger.finish()
    end(ledger, step.ship)
