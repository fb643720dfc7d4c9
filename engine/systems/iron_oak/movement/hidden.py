"""Hidden ships at night: the dice that they show, and how they are searched (Iron & Oak 8.6)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import by_public_id, maneuver_dice, name, public_id
from engine.systems.iron_oak.fleet.sides import enemies_in, seat_of
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.card_windows import ROLLS
from engine.systems.iron_oak.movement.segment import end
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Pretend, Seek
from engine.systems.iron_oak.state.rolls import sides_of
from engine.systems.iron_oak.state.state import Ship, State

LADDER = ("d4", "d6", "d8", "d8d4", "d8d6", "d10", "d10d4", "d10d6", "d10d8", "d10d8d4")
"""The dice that maneuver charts are made of."""


def smaller(dice: str) -> tuple[str, ...]:
    """Return the dice of charts that are no more and no larger, die by die, than these."""
    own = sorted(sides_of(dice), reverse=True)
    return tuple(
        other
        for other in LADDER
        if other != dice
        and len(sides_of(other)) <= len(own)
        and all(
            mine >= theirs
            for mine, theirs in zip(own, sorted(sides_of(other), reverse=True), strict=False)
        )
    )


def feigned(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the dice that a hidden ship or False Contact may roll, its own first."""
    if ship.kind == "ship":
        return (maneuver_dice(ship), *reversed(smaller(maneuver_dice(ship))))
    friends = (
        maneuver_dice(other)
        for other in state.ships.values()
        if other.side == ship.side and other.kind == "ship" and not other.lost
    )
    return tuple(dict.fromkeys(dice for dice in friends if dice)) or ("d10",)


@RULES.asks(st.Feign)
def _ask_dice(state: State, step: st.Feign) -> tuple[Decision, ...]:
    ship, move = state.ships[step.ship], state.move
    if move is None or not ship.hidden or move.way not in ROLLS:
        return ()
    options = tuple(Option(dice, f"Roll {dice}", Pretend(dice)) for dice in feigned(state, ship))
    prompt = f"{name(ship)}: which dice does the counter show?"
    return (Decision(seat_of(state, ship), "feign", prompt, options, secret=True, ship=ship.id),)


@RULES.takes(st.Feign)
def _pretend(ledger: Ledger, step: st.Feign, seat: str, command: Pretend) -> None:
    ledger.finish()
    ledger.write(ev.DiceFeigned(step.ship, command.dice))


@RULES.asks(st.Search)
def _ask_counter(state: State, step: st.Search) -> tuple[Decision, ...]:
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


@RULES.takes(st.Search)
def _search(ledger: Ledger, step: st.Search, seat: str, command: Seek) -> None:
    if command.counter:
        roll = ledger.roll("d10")
        found = roll.kept >= book().tables.night.search
        ledger.write(ev.Searched(step.ship, command.counter, roll, found))
        if found:
            ledger.write(ev.Revealed(by_public_id(ledger.state, command.counter)))
    _end_search(ledger, step)


@RULES.does(st.Search)
def _end_search(ledger: Ledger, step: st.Search) -> None:
    ledger.finish()
    end(ledger, step.ship)
