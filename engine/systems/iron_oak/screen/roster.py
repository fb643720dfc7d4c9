"""Both sides in a line each, with ships, sections and what wins; the words of the status bar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.base.text import counted
from engine.game.panel import Bar, Heading, Row, ShipLine, SideLine, Span, Style, Words, words
from engine.game.parts.screen import Status
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, VictoryLine
from engine.systems.iron_oak.fleet import (
    crew_of,
    name,
    original_hits,
    seat_of,
    section_card,
    silenced,
)
from engine.systems.iron_oak.foresight.ledger import stands
from engine.systems.iron_oak.foresight.near_striking import (
    in_the_fight,
    mending_words,
    mendings,
    one_step_from,
)
from engine.systems.iron_oak.foresight.unseen import may_hold, shown_by_night
from engine.systems.iron_oak.screen.scene import called, tokens
from engine.systems.iron_oak.state.state import COVERED, Section, State, Unit
from engine.systems.iron_oak.state.steps import Phase
from engine.systems.iron_oak.victory import NAMES, count, holds, in_words, lines_of, points

PHASES: dict[Phase, str] = {
    "set_up": "SET-UP",
    "status": "STATUS",
    "order": "ORDER",
    "action": "ACTION",
    "replace": "CARDS",
    "victory": "VICTORY",
}


_GROUND = {
    "high": "no ship enters it, no shot crosses it",
    "low_island": "no ship enters it",
    "sandbar": "a ship that enters it may run aground",
}
"""What terrain in a box does (Iron & Oak 5.7)."""


def status(view: State) -> Status:
    """Return the words of the status bar."""
    turn = f"TURN {view.turn} OF {view.turns}"
    won = "  ".join(f"{NAMES[side]} {points(view, side)}" for side in SIDES)
    flow = view.board.current
    water = "still water" if flow.direction == "none" else f"{flow.speed} current {flow.direction}"
    wind = f"{view.board.wind}, {water}" + (", night" if view.board.night else "")
    if view.outcome is not None:
        return Status(view.title, turn, "OVER", view.outcome.reason, won, wind=wind)
    phase = PHASES[view.phase]
    who = f"{NAMES[view.active]} {phase}" if view.phase != "set_up" else phase
    return Status(view.title, turn, who, points=won, wind=wind)


def roster(view: State) -> tuple[Row, ...]:
    """Return both sides with their units, and the victory lines as they stand."""
    rows: list[Row] = [Heading("To win")]
    for line in lines_of(view):
        stands = "  (holds)" if holds(view, line) else ""
        if not stands and line.at_least and line.when in {"count", "exit_count"}:
            stands = f"  ({count(view, line)} so far)"
        style: Style = "side_a" if line.side == "union" else "side_b"
        rows.append(words(f"{NAMES[line.side]}: {in_words(line)}{stands}", style))
    return (*_sides(view), *tuple(rows))


def _sides(view: State) -> tuple[Row, ...]:
    rows: list[Row] = []
    for side in SIDES:
        here = view.sides[side]
        style: Style = "side_a" if side == "union" else "side_b"
        cards = counted(len(here.hand), "card")
        rows.append(SideLine(here.seats[0], NAMES[side], style, str(points(view, side)), cards))
        units: list[Unit] = [each for each in view.ships.values() if each.side == side]
        units += [each for each in view.sections.values() if each.side == side]
        rows += [_line(view, unit) for unit in units]
    return tuple(rows)


def forces(view: State) -> tuple[Row, ...]:
    """Return both sides, what is still needed to win, who is near worse, repairs, the night."""
    units: tuple[Unit, ...] = (*view.ships.values(), *view.sections.values())
    known = [unit for unit in units if in_the_fight(unit)]
    return (
        *_sides(view),
        *_headed("To win", (_needed(view, line) for line in lines_of(view))),
        *_headed("One step from", _brinks(view, known)),
        *_headed("Repairs", _mendings(view, known)),
        *_headed("By night", _told(view, known)),
        *_headed("Cards the enemy may hold", _held(view)),
    )


def _headed(title: str, rows: Iterable[Row]) -> tuple[Row, ...]:
    found = tuple(rows)
    return (Heading(title), *found) if found else ()


def _needed(view: State, line: VictoryLine) -> Row:
    style: Style = "side_a" if line.side == "union" else "side_b"
    text = f": {in_words(line)}: {stands(view, line)}"
    return Words((Span(NAMES[line.side], style), Span(text)))


def _brinks(view: State, units: Iterable[Unit]) -> Iterator[Row]:
    for unit in units:
        if steps := one_step_from(view, unit):
            yield words(f"{name(unit)}: {'; '.join(steps)}", key=unit.id)


def _mendings(view: State, units: Iterable[Unit]) -> Iterator[Row]:
    for unit in units:
        for each in mendings(view, unit):
            yield words(f"{name(unit)}, {mending_words(each)}", key=unit.id)


def _told(view: State, units: Iterable[Unit]) -> Iterator[Row]:
    for unit in units if view.board.night else ():
        if text := shown_by_night(view, unit):
            yield words(f"{name(unit)}: {text}", key=unit.id)


def _held(view: State) -> Iterator[Row]:
    """Yield the kinds that a covered hand may hold; a watcher, who knows no hand, reads none."""
    covered = [key for key, side in view.sides.items() if COVERED in side.hand]
    for key in covered if len(covered) == 1 else ():
        for each in may_hold(view, key):
            note = f"{each.unseen} unseen"
            yield Bar(book().kinds[each.kind].name, each.chance, note)


def _line(view: State, unit: Unit) -> Row:
    gone = "silenced" if isinstance(unit, Section) and silenced(unit) else ""
    if not isinstance(unit, Section):
        place = "prize" if unit.captured_by else unit.box.replace("off:", "off, ")
        gone = unit.lost.replace(":", " by ") or place
    hits, crew = original_hits(unit), crew_of(unit).full
    left = hits - min(unit.hits, hits), max(0, crew - unit.crew_loss)  # as her card has it
    tracks = (("h", left[0], hits), ("c", left[1], crew))
    hidden = not isinstance(unit, Section) and unit.kind != "ship"
    return ShipLine(
        key=unit.id,
        owner=seat_of(view, unit),
        tokens=tokens(unit),
        name=section_card(unit).name if isinstance(unit, Section) else name(unit),
        tracks=() if hidden else tracks,
        note=gone,
        short=called(unit),
    )


def legend(view: State) -> tuple[Row, ...]:
    """Return what the signs beside counters mean, of kinds that are there."""
    signs = {
        "L": "light smoke",
        "H": "heavy smoke",
        "F": "a fire and its level",
        "g": "aground",
        "a": "at anchor",
        "x": "fouled",
        "T": "lies across a bow or stern",
        "p": "a prize",
        "*": "has fired in the night",
    }
    units: tuple[Unit, ...] = (*view.ships.values(), *view.sections.values())
    there = "".join(tokens(unit) for unit in units)
    ground = [(kind, text) for kind, text in _GROUND.items() if kind in view.board.terrain.values()]
    planned = any(ship.plan for ship in view.ships.values())
    return (
        *(words(f"{sign}  {text}") for sign, text in signs.items() if sign in there),
        *((words(">  where a ship means to go, by her name"),) if planned else ()),
        *(words(f"{kind.replace('_', ' ')}: {text}") for kind, text in ground),
    )
