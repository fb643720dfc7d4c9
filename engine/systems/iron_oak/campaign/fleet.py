"""Facts derived from a ship of the campaign book: strength, crew, whether she can be sent to a
battle.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.data import GRADES, Grade, ShipCard, Side, book
from engine.systems.iron_oak.campaign.state.state import Plan, State, Vessel
from engine.systems.iron_oak.state.state import Ship

TRANSPORTS = ("transport", "barge")
"""The types of ships that carry freight; no force contains them."""


def card(ship: Vessel) -> ShipCard:
    """Return a ship's card."""
    return book().ships[ship.id]


def own(state: State, side: Side) -> tuple[Vessel, ...]:
    """Return the ships that a side controls: its own ships and its prizes."""
    return tuple(ship for ship in state.ships.values() if ship.afloat and ship.control == side)


def at_sea(ship: Vessel) -> Ship:
    """Return a ship of the campaign as a ship of a battle, with her Hits only, for rules about her
    hull.
    """
    return Ship(id=ship.id, side=ship.control, box="", hits=ship.hits)


def share(ship: Vessel) -> int:
    """Return the Victory Points that a ship is still worth, reduced in proportion to her Hits."""
    record = card(ship)
    left = max(0, record.hits - ship.hits)
    return record.victory_points * left // max(1, record.hits)


def strength(ships: tuple[Vessel, ...]) -> int:
    """Return the Victory Points afloat; a damaged ship counts in proportion to her
    remaining hits.
    """
    return sum(share(ship) for ship in ships)


def aboard(ship: Vessel) -> int:
    """Return how many crew factors are aboard a ship."""
    return card(ship).crew.full - ship.crew_loss


def short_handed(ship: Vessel) -> bool:
    """Tell whether a crew's losses are heavy; then the ship cannot be sent (Iron & Oak 8.4.2)."""
    return ship.crew_loss >= card(ship).crew.heavy


def why_not_sent(ship: Vessel, plan: Plan) -> str:
    """Return why a ship may not be sent to a battle; '' when she may (Iron & Oak 8.4.2)."""
    record, kind = card(ship), book().campaign.types[plan.kind]
    if ship.battle:
        return f"she goes to battle {ship.battle}"
    if short_handed(ship):
        return "too few of her crew are left"
    if plan.limit and record.victory_points > plan.limit:
        return (
            f"her {record.victory_points} points are over the limit of {plan.limit} in this battle"
        )
    if kind.blockaders_only and not record.blockade:
        return "she has no blockade symbol"
    return ""


def available(state: State, side: Side, plan: Plan) -> tuple[Vessel, ...]:
    """Return the ships that a side may send to a battle."""
    return tuple(ship for ship in own(state, side) if not why_not_sent(ship, plan))


def graded(ship: Vessel, by: int) -> Vessel:
    """Return a ship whose crew grade is raised by `by` steps (lowered if negative), but not below
    Green or above Elite.
    """
    place = min(len(GRADES) - 1, max(0, GRADES.index(ship.grade) - by))
    grade: Grade = GRADES[place]
    return replace(ship, grade=grade)


def sent(state: State, side: Side, number: int) -> tuple[Vessel, ...]:
    """Return the ships that a side sends to a battle."""
    return tuple(
        ship
        for ship in state.ships.values()
        if ship.afloat and ship.control == side and ship.battle == number
    )


def upcoming(state: State) -> Plan | None:
    """Return the coming battle; None after the last one."""
    number = len(state.rows) + 1
    return state.plans.get(str(number))
