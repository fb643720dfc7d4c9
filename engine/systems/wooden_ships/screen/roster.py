"""All ships in a line each, with the points of their seats; the words of the status bar."""

from __future__ import annotations

from engine.base.text import counted
from engine.game.panel import Heading, Row, ShipLine, SideLine, Style, words
from engine.game.parts.screen import Status
from engine.systems.wooden_ships.fleet import WINDS, in_words
from engine.systems.wooden_ships.fleet import status as state_words
from engine.systems.wooden_ships.screen.scene import signal_of
from engine.systems.wooden_ships.state.state import Ship, State, holder
from engine.systems.wooden_ships.state.steps import PHASES


def roster(view: State) -> tuple[Row, ...]:
    """Return every seat with its points, its ships, and the plots that they sailed last."""
    rows: list[Row] = [Heading("Fleets")]
    first = next(iter(view.seats.values())).side
    for seat in view.seats.values():
        style: Style = "side_a" if seat.side == first else "side_b"
        note = "gave up" if seat.gave_up else ""
        rows.append(SideLine(seat.key, seat.name, style, seat.points, note))
        ships = [ship for ship in view.ships.values() if holder(ship) == seat.key]
        rows += [_line(view, ship) for ship in ships]
        if sailed := [f"{ship.id} {ship.last_order}" for ship in ships if ship.last_order]:
            rows.append(words(f"sailed {', '.join(sailed)}", "dim"))
    return tuple(rows)


def _line(view: State, ship: Ship) -> Row:
    printed = ship.printed
    note = f"comes in turn {ship.enter_turn}" if ship.enter_turn else ""
    signal = signal_of(view, ship.id)
    flies = f"signals: {signal}" if signal else ""
    return ShipLine(
        key=ship.id,
        owner=holder(ship),
        tokens="",
        name=ship.name,
        tracks=(
            ("h", ship.hull, printed.hull),
            ("c", sum(ship.crew), sum(printed.crew)),
        ),
        note=note or ", ".join(filter(None, (flies, in_words(state_words(view, ship))))),
    )


def status(view: State) -> Status:
    """Return the words of the status bar."""
    phase = PHASES[type(view.agenda[-1])] if view.agenda else "over"
    points = "  ".join(f"{seat.name} {seat.points}" for seat in view.seats.values())
    wind = f"wind blows to {WINDS[view.wind]}"
    quiet = f"the battle ends in {counted(view.countdown, 'turn')}" if view.countdown else ""
    turn = f"TURN {view.turn}"
    if view.outcome is not None:
        return Status(view.title, turn, "OVER", view.outcome.reason, points, wind=wind)
    return Status(view.title, turn, phase.upper(), points=points, in_force=quiet, wind=wind)


def legend(view: State) -> tuple[Row, ...]:
    """Return what the marks on the chart mean that are there."""
    rows: list[Row] = [Heading("Chart"), words(f"the wind blows to {WINDS[view.wind]}")]
    if view.fouled or view.grappled:
        rows.append(words("a line between ships: wide dots for fouled, close ones for grappled"))
    if view.land:
        rows.append(words("land: no ship enters it; a nearer hex of it blocks a broadside"))
    return tuple(rows)
