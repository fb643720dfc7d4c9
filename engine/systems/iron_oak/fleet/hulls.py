"""What follows from a unit's own state: damage, crew, draft, power, dice; what it may be called."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Crew, CrewState, Damage, Guns, SectionCard, ShipCard
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit

COUNTER = ShipCard(
    id="counter",
    name="hidden counter",
    side="either",
    type="counter",
    year=0,
    power="steam",
    victory_points=0,
    hits=999,
    draft=0,
    size="normal",
    maneuver=(),
    crew=Crew(99, 99, 99),
    locations={},
    monitor=False,
    grapeshot=False,
    blockade=False,
    ram="",
    spar=False,
    spar_reload=False,
    tender=False,
    low_freeboard=False,
    gunnery=Guns("", False, "X", "X"),
)
"""Stands for the card of a False Contact, and of a counter that nobody has identified."""
DAMAGES: tuple[Damage, ...] = ("none", "light", "heavy")


def card(ship: Ship) -> ShipCard:
    """Return a ship's card."""
    return book().ships.get(ship.id, COUNTER)


def section_card(section: Section) -> SectionCard:
    """Return a fort section's card."""
    return book().sections[section.id]


def original_hits(unit: Unit) -> int:
    """Return the Hits that sink a ship, or silence a section."""
    return card(unit).hits if isinstance(unit, Ship) else section_card(unit).hits


def crew_of(unit: Unit) -> Crew:
    """Return the crew factors of a ship or section."""
    return card(unit).crew if isinstance(unit, Ship) else section_card(unit).crew


def guns_of(unit: Unit) -> Guns:
    """Return the guns of a ship or section."""
    return card(unit).gunnery if isinstance(unit, Ship) else section_card(unit).gunnery


def chart_line(ship: Ship) -> int | None:
    """Return the line of the maneuver chart for the Hits, from 1; None for a barge.

    Iron & Oak 1.3.1D.
    """
    for number, line in enumerate(card(ship).maneuver, 1):
        if line.min_hits <= ship.hits <= line.max_hits:
            return number
    return len(card(ship).maneuver) or None


def maneuver_dice(ship: Ship) -> str:
    """Return the maneuver dice for the Hits; '' for a barge."""
    line = chart_line(ship)
    return card(ship).maneuver[line - 1].dice if line else ""


def damage(ship: Ship) -> Damage:
    """Return `none`, `light` or `heavy`: the line of the chart (Iron & Oak 3.5.1)."""
    return DAMAGES[(chart_line(ship) or 1) - 1]


def draft(ship: Ship) -> int:
    """Return the draft, one more at heavy damage (Iron & Oak 6.2.3F)."""
    return card(ship).draft + (damage(ship) == "heavy")


def crew_state(unit: Unit) -> CrewState:
    """Return `sound`, `light`, `heavy` or `full` by the casualties (Iron & Oak 6.2.3G)."""
    crew = crew_of(unit)
    if unit.crew_loss >= crew.full:
        return "full"
    if unit.crew_loss >= crew.heavy:
        return "heavy"
    return "light" if unit.crew_loss >= crew.light else "sound"


def silenced(section: Section) -> bool:
    """Tell whether a section fires no more: Hits, casualties, or destroyed (Iron & Oak 6.2.3K)."""
    return (
        section.destroyed
        or section.hits >= section_card(section).hits
        or section.crew_loss >= section_card(section).crew.full
    )


def powered(state: State, ship: Ship) -> bool:
    """Tell whether a ship has power: engine, boiler, for sailing ships wind (Iron & Oak 1.2)."""
    power = card(ship).power
    if power == "none" or (power == "sail" and state.board.wind == "calm"):
        return False
    return not ("boiler" in ship.criticals or "engine_stopped" in ship.criticals)


def retiring(ship: Ship) -> bool:
    """Tell whether a ship must retire: heavy casualties, or a prize (Iron & Oak 6.2.3G, 6.2.3I)."""
    return bool(ship.captured_by) or ship.crew_loss >= card(ship).crew.heavy


def torpedo(ship: Ship) -> bool:
    """Tell whether a ship has a spar torpedo that she can still use."""
    return card(ship).spar and not ship.spar_spent and "spar" not in ship.criticals


def worst_fire(unit: Unit) -> int:
    """Return the highest level of a unit's fires, 0 without one."""
    return max((fire.level for fire in unit.fires), default=0)


def value(unit: Unit) -> int:
    """Return the Victory Points of a ship or section."""
    if isinstance(unit, Ship):
        return card(unit).victory_points
    return section_card(unit).victory_points


def name(unit: Unit) -> str:
    """Return a ship's name in short, or a section with its fort."""
    if isinstance(unit, Ship):
        if unit.kind == "ship":
            return card(unit).short
        return "a hidden counter" if unit.kind == "counter" else "a False Contact"
    return f"{book().forts[unit.fort].name}, {section_card(unit).name.lower()}"


def public_id(unit: Unit) -> str:
    """Return the id by which all know a unit."""
    if isinstance(unit, Ship) and unit.hidden and unit.counter:
        return unit.counter
    return unit.id


def by_public_id(state: State, id: str) -> str:
    """Return the real id of a unit that is known by another."""
    for ship in state.ships.values():
        if public_id(ship) == id:
            return ship.id
    return id


def public_name(unit: Unit, side: str) -> str:
    """Return the name by which a side knows a unit; '' is a watcher."""
    if isinstance(unit, Ship) and unit.hidden and unit.control != side:
        return "a hidden counter"
    return name(unit)
