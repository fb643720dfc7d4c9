"""Facts about ships and forts: their sides, the results of their damage, the ties between them."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import (
    Crew,
    CrewState,
    Damage,
    Guns,
    SectionCard,
    ShipCard,
    Side,
)
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit

# The side of a unit, and its enemies.


def other_side(side: str) -> Side:
    """Return the side opposite `side`."""
    return "confederate" if side == "union" else "union"


def own_ships(state: State, side: str) -> tuple[Ship, ...]:
    """Return the ships that a side controls, prizes included, without lost ships."""
    return tuple(ship for ship in state.ships.values() if ship.control == side and not ship.lost)


def own_sections(state: State, side: str) -> tuple[Section, ...]:
    """Return a side's fort sections that are not silenced."""
    return tuple(
        section
        for section in state.sections.values()
        if section.side == side and not silenced(section)
    )


def own_units(state: State, side: str) -> tuple[Unit, ...]:
    """Return a side's ships and sections."""
    return (*own_ships(state, side), *own_sections(state, side))


def enemies_in(state: State, side: str, box: str) -> tuple[Ship, ...]:
    """Return the enemy ships in a box: prizes, hidden counters and False Contacts included."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.box == box and ship.control != side and not ship.lost
    )


def identified(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Return the ships that are not hidden."""
    return tuple(ship for ship in ships if not ship.hidden)


def seat_of(state: State, unit: Unit) -> str:
    """Return the key of the seat that gives a unit's orders; for a prize, the captor's
    first seat.
    """
    seats = state.sides[unit.control].seats
    return unit.seat if unit.seat in seats else seats[0]


def side_of(state: State, seat: str) -> str:
    """Return the side of a seat; '' for a watcher."""
    return next((side for side, each in state.sides.items() if seat in each.seats), "")


# Facts that follow from a unit's state: damage, crew, draft, power, dice, names.


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
"""The card of a False Contact, and of an unidentified counter."""
DAMAGES: tuple[Damage, ...] = ("none", "light", "heavy")


def card(ship: Ship) -> ShipCard:
    """Return a ship's card; the counter's card for a False Contact or an unidentified counter."""
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
    """Return the line number of the maneuver chart for a ship's Hits, from 1; None for a barge.

    Iron & Oak 1.3.1D.
    """
    for number, line in enumerate(card(ship).maneuver, 1):
        if line.min_hits <= ship.hits <= line.max_hits:
            return number
    return len(card(ship).maneuver) or None


def maneuver_dice(ship: Ship) -> str:
    """Return the maneuver dice for a ship's Hits; '' for a barge."""
    line = chart_line(ship)
    return card(ship).maneuver[line - 1].dice if line else ""


def damage(ship: Ship) -> Damage:
    """Return `none`, `light` or `heavy`: the line of the chart (Iron & Oak 3.5.1)."""
    return DAMAGES[(chart_line(ship) or 1) - 1]


def draft(ship: Ship) -> int:
    """Return the draft, one more at heavy damage (Iron & Oak 6.2.3F)."""
    return card(ship).draft + (damage(ship) == "heavy")


def crew_state(unit: Unit) -> CrewState:
    """Return `sound`, `light`, `heavy` or `full`, as its casualties decide (Iron & Oak 6.2.3G)."""
    crew = crew_of(unit)
    if unit.crew_loss >= crew.full:
        return "full"
    if unit.crew_loss >= crew.heavy:
        return "heavy"
    return "light" if unit.crew_loss >= crew.light else "sound"


def silenced(section: Section) -> bool:
    """Tell whether a section can no longer fire, because of Hits, casualties, or destruction (Iron
    & Oak 6.2.3K).
    """
    return (
        section.destroyed
        or section.hits >= section_card(section).hits
        or section.crew_loss >= section_card(section).crew.full
    )


def powered(state: State, ship: Ship) -> bool:
    """Tell whether a ship has power: engine and boiler, or for a sailing ship wind (Iron & Oak
    1.2).
    """
    power = card(ship).power
    if power == "none" or (power == "sail" and state.board.wind == "calm"):
        return False
    return not ("boiler" in ship.criticals or "engine_stopped" in ship.criticals)


def retiring(ship: Ship) -> bool:
    """Tell whether a ship must retire, because of heavy casualties or because she is a prize (Iron
    & Oak 6.2.3G, 6.2.3I).
    """
    return bool(ship.captured_by) or ship.crew_loss >= card(ship).crew.heavy


def torpedo(ship: Ship) -> bool:
    """Tell whether a ship has an unused spar torpedo."""
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
    """Return a ship's short name, or a section's name with its fort."""
    if isinstance(unit, Ship):
        if unit.kind == "ship":
            return card(unit).short
        return "a hidden counter" if unit.kind == "counter" else "a False Contact"
    return f"{book().forts[unit.fort].name}, {section_card(unit).name.lower()}"


def public_id(unit: Unit) -> str:
    """Return the id by which both sides know a unit; for a hidden ship it is the id of her
    counter.
    """
    if isinstance(unit, Ship) and unit.hidden and unit.counter:
        return unit.counter
    return unit.id


def by_public_id(state: State, id: str) -> str:
    """Return the real id of the unit with this public id."""
    for ship in state.ships.values():
        if public_id(ship) == id:
            return ship.id
    return id


def public_name(unit: Unit, side: str) -> str:
    """Return the name by which a side knows a unit; an empty `side` stands for a watcher."""
    if isinstance(unit, Ship) and unit.hidden and unit.control != side:
        return "a hidden counter"
    return name(unit)


# Ties between ships and to the ground: fouled, in tow, immobile.
#
# Iron & Oak 4.0, 5.2, 5.3.


def fouled_with_ships(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ships that a ship is fouled with."""
    return tuple(each for each in ship.fouled if each in state.ships)


def towed_by(state: State, ship: Ship) -> Ship | None:
    """Return the ship that tows `ship`; None if no ship does."""
    for other in state.ships.values():
        if other.towing == ship.id:
            return other
    return None


def grappled(state: State, ship: Ship) -> Ship | None:
    """Return the ship that `ship` tows, or else the ship that tows her; None if there is no tow."""
    return state.ships[ship.towing] if ship.towing else towed_by(state, ship)


def _linked(state: State, ship: Ship, grapples: bool) -> tuple[Ship, ...]:
    found, look = {ship.id: ship}, [ship]
    while look:
        each = look.pop()
        near = list(fouled_with_ships(state, each))
        if grapples and (other := grappled(state, each)):
            near.append(other.id)
        for id in near:
            if id not in found:
                found[id] = state.ships[id]
                look.append(found[id])
    return tuple(found.values())


def tied(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return a ship, then all ships fouled or grappled with her, directly or by a chain."""
    if not ship.fouled and not grappled(state, ship):
        return (ship,)
    return _linked(state, ship, grapples=True)


def immobile(state: State, ship: Ship) -> bool:
    """Tell whether a ship can neither drift nor maneuver (Iron & Oak 4.0).

    She is anchored, aground, or fouled with an obstruction or hulk, or fouled with an immobile
    ship, directly or through other ships. A ship off the map is never immobile. Grappling does not
    count.
    """
    if not ship.on_map:
        return False
    if not ship.fouled:
        return ship.anchored or ship.grounded
    return any(
        each.anchored or each.grounded or any(what not in state.ships for what in each.fouled)
        for each in _linked(state, ship, grapples=False)
    )


def held_in_tow(state: State, ship: Ship) -> bool:
    """Tell whether a ship in a tow cannot move because the other ship of the tow is immobile."""
    other = grappled(state, ship)
    return other is not None and immobile(state, other)


def under_tow(state: State, ship: Ship) -> bool:
    """Tell whether a powered ship tows `ship`."""
    tug = towed_by(state, ship)
    return tug is not None and powered(state, tug)


def must_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship that is not immobile must check for drift under any order (Iron & Oak
    4.0).

    Such a ship is fouled, or in a tow with a fouled ship, or has neither power nor a powered tug.
    """
    if fouled_with_ships(state, ship):
        return True
    other = grappled(state, ship)
    if other and fouled_with_ships(state, other):
        return True
    return not powered(state, ship) and not under_tow(state, ship)


def can_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship can drift: she is on the map, and tied to no immobile ship."""
    return ship.on_map and not any(immobile(state, each) for each in tied(state, ship))


def bow_on(state: State, ship: Ship) -> Ship | None:
    """Return the ship that is across the bow of `ship`; None if no ship is."""
    return _across(state, ship, "across_bow_of")


def stern_on(state: State, ship: Ship) -> Ship | None:
    """Return the ship that is across the stern of `ship`; None if no ship is."""
    return _across(state, ship, "across_stern_of")


def _across(state: State, ship: Ship, field: str) -> Ship | None:
    for other in state.ships.values():
        if getattr(other, field) == ship.id:
            return other
    return None


def in_position(state: State, ship: Ship) -> bool:
    """Tell whether a ship is across another's bow or stern, or another is across hers."""
    return bool(
        ship.across_bow_of or ship.across_stern_of or bow_on(state, ship) or stern_on(state, ship)
    )
