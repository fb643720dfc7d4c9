"""Facts about ships and forts: their sides, the results of damage, and ships that are tied to each
other.
"""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import (
    Crew,
    CrewState,
    Damage,
    Guns,
    HitPlace,
    SectionCard,
    ShipCard,
    Side,
)
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit

LOCATIONS: dict[HitPlace, str] = {
    "B": "bow",
    "A": "midships",
    "S": "stern",
    "D": "deck",
    "WL": "waterline",
    "TF": "turret's front",
    "TS": "turret's side",
    "TR": "turret's rear",
}
"""{location of a ship: its word}; a fort section has no locations."""


def shield_name(place: HitPlace) -> str:
    """Return the name of a location's shield (worn armour): `stern shield`; a fort section has only
    one, `shield`.
    """
    return f"{LOCATIONS.get(place, '')} shield".lstrip()


# The side of a unit, and its enemies.


def other_side(side: str) -> Side:
    """Return the enemy of a side."""
    return "confederate" if side == "union" else "union"


def own_ships(state: State, side: str) -> tuple[Ship, ...]:
    """Return the ships that a side controls, its prizes included; lost ships are left out."""
    return tuple(ship for ship in state.ships.values() if ship.control == side and not ship.lost)


def own_sections(state: State, side: str) -> tuple[Section, ...]:
    """Return a side's fort sections that can still fire (are not silenced)."""
    return tuple(
        section
        for section in state.sections.values()
        if section.side == side and not silenced(section)
    )


def own_units(state: State, side: str) -> tuple[Unit, ...]:
    """Return all units (ships and fort sections) of a side that are not lost or silenced."""
    return (*own_ships(state, side), *own_sections(state, side))


def enemies_in(state: State, side: str, box: str) -> tuple[Ship, ...]:
    """Return the enemy ships in a box; prizes, hidden counters and False Contacts count, too."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.box == box and ship.control != side and not ship.lost
    )


def identified(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
    """Return the ships that are identified (not hidden from the enemy)."""
    return tuple(ship for ship in ships if not ship.hidden)


def seat_of(state: State, unit: Unit) -> str:
    """Return the seat that gives orders to a unit; a prize gets them from the first seat of her
    captor.
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
"""The card that stands for a counter whose ship is not known, or that is no ship (a False
Contact)."""
DAMAGES: tuple[Damage, ...] = ("none", "light", "heavy")


def card(ship: Ship) -> ShipCard:
    """Return a ship's card; for a False Contact, or a counter whose ship is not known, the card
    `COUNTER`.
    """
    return book().ships.get(ship.id, COUNTER)


def section_card(section: Section) -> SectionCard:
    """Return a fort section's card."""
    return book().sections[section.id]


def original_hits(unit: Unit) -> int:
    """Return how many Hits sink the ship, or silence the section."""
    return card(unit).hits if isinstance(unit, Ship) else section_card(unit).hits


def crew_of(unit: Unit) -> Crew:
    """Return the crew factors of a ship or section."""
    return card(unit).crew if isinstance(unit, Ship) else section_card(unit).crew


def guns_of(unit: Unit) -> Guns:
    """Return the guns of a ship or section."""
    return card(unit).gunnery if isinstance(unit, Ship) else section_card(unit).gunnery


def chart_line(ship: Ship) -> int | None:
    """Return the number, from 1, of the line in a ship's maneuver chart that her Hits put her on;
    None for a barge.

    Iron & Oak 1.3.1D.
    """
    for number, line in enumerate(card(ship).maneuver, 1):
        if line.min_hits <= ship.hits <= line.max_hits:
            return number
    return len(card(ship).maneuver) or None


def maneuver_dice(ship: Ship) -> str:
    """Return the dice that a ship rolls for a maneuver with her present Hits; '' for a barge."""
    line = chart_line(ship)
    return card(ship).maneuver[line - 1].dice if line else ""


def damage(ship: Ship) -> Damage:
    """Return how much a ship is damaged, by the line of her maneuver chart (Iron & Oak 3.5.1)."""
    return DAMAGES[(chart_line(ship) or 1) - 1]


def draft(ship: Ship) -> int:
    """Return how deep a ship lies in the water; heavy damage adds one (Iron & Oak 6.2.3F)."""
    return card(ship).draft + (damage(ship) == "heavy")


def crew_state(unit: Unit) -> CrewState:
    """Return how much of a crew is lost: `sound`, `light`, `heavy` or `full` (Iron & Oak
    6.2.3G).
    """
    crew = crew_of(unit)
    if unit.crew_loss >= crew.full:
        return "full"
    if unit.crew_loss >= crew.heavy:
        return "heavy"
    return "light" if unit.crew_loss >= crew.light else "sound"


def silenced(section: Section) -> bool:
    """Tell whether a fort section is silenced: it can no longer fire, by Hits, casualties or
    destruction (Iron & Oak 6.2.3K).
    """
    return (
        section.destroyed
        or section.hits >= section_card(section).hits
        or section.crew_loss >= section_card(section).crew.full
    )


def powered(state: State, ship: Ship) -> bool:
    """Tell whether a ship can move by herself: her engine and boiler work, or she has sails and
    there is wind (Iron & Oak 1.2).
    """
    power = card(ship).power
    if power == "none" or (power == "sail" and state.board.wind == "calm"):
        return False
    return not ("boiler" in ship.criticals or "engine_stopped" in ship.criticals)


def retiring(ship: Ship) -> bool:
    """Tell whether a ship must retire (leave the battle), because of heavy casualties or as a prize
    (Iron & Oak 6.2.3G, 6.2.3I).
    """
    return bool(ship.captured_by) or ship.crew_loss >= card(ship).crew.heavy


def torpedo(ship: Ship) -> bool:
    """Tell whether a ship has a spar torpedo that is neither used nor damaged."""
    return card(ship).spar and not ship.spar_spent and "spar" not in ship.criticals


def worst_fire(unit: Unit) -> int:
    """Return the highest level of a unit's fires; 0 if it does not burn."""
    return max((fire.level for fire in unit.fires), default=0)


def value(unit: Unit) -> int:
    """Return the worth of a ship or a fort section, in Victory Points."""
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
    """Return the real id of the unit that both sides know by this id."""
    for ship in state.ships.values():
        if public_id(ship) == id:
            return ship.id
    return id


def public_name(unit: Unit, side: str) -> str:
    """Return a unit's name as a side knows it; an empty `side` stands for a watcher."""
    if isinstance(unit, Ship) and unit.hidden and unit.control != side:
        return "a hidden counter"
    return name(unit)


# Ties between ships and to the ground: fouled, in tow, immobile.
#
# Iron & Oak 4.0, 5.2, 5.3.


def fouled_with_ships(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of the ships that a ship is fouled with; obstructions and hulks are left
    out.
    """
    return tuple(each for each in ship.fouled if each in state.ships)


def towed_by(state: State, ship: Ship) -> Ship | None:
    """Return the ship that tows `ship`; None if no ship does."""
    for other in state.ships.values():
        if other.towing == ship.id:
            return other
    return None


def grappled(state: State, ship: Ship) -> Ship | None:
    """Return the other ship of a tow: the ship that a ship tows, or the ship that tows her; None if
    she is in no tow.
    """
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
    """Return a ship, and all ships that hang together with her, fouled or in tow, directly or in a
    chain.
    """
    if not ship.fouled and not grappled(state, ship):
        return (ship,)
    return _linked(state, ship, grapples=True)


def immobile(state: State, ship: Ship) -> bool:
    """Tell whether a ship can neither drift nor maneuver (Iron & Oak 4.0).

    She is anchored, aground, or fouled with an obstruction or a hulk; or she is fouled with such a
    ship, directly or in a chain. A tow does not count, and a ship off the map is never immobile.
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
    """Tell whether a ship cannot move because the other ship of her tow is immobile."""
    other = grappled(state, ship)
    return other is not None and immobile(state, other)


def under_tow(state: State, ship: Ship) -> bool:
    """Tell whether a ship is towed by a ship that has power."""
    tug = towed_by(state, ship)
    return tug is not None and powered(state, tug)


def must_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship must roll for drift, whatever her order, if she is not immobile (Iron &
    Oak 4.0).

    She is fouled, or in a tow with a fouled ship, or has neither power nor a tug with power.
    """
    if fouled_with_ships(state, ship):
        return True
    other = grappled(state, ship)
    if other and fouled_with_ships(state, other):
        return True
    return not powered(state, ship) and not under_tow(state, ship)


def can_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship can drift: she is on the map, and not held by an immobile ship that she
    is tied to.
    """
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
