"""Facts about a ship of the campaign book: her worth, her crew, whether she can be sent to a
battle.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.data import GRADES, Grade, ShipCard, Side, book
from engine.systems.iron_oak.campaign.state.state import Plan, State, Vessel
from engine.systems.iron_oak.state.state import Ship

TRANSPORTS = ("transport", "barge")
"""The types of ships that carry freight; no player chooses them for his fleet."""


def card(ship: Vessel) -> ShipCard:
    """Return a ship's card: her printed figures."""
    return book().ships[ship.id]


def own(state: State, side: Side) -> tuple[Vessel, ...]:
    """Return the ships that a side controls: its own ships and its prizes."""
    return tuple(ship for ship in state.ships.values() if ship.afloat and ship.control == side)


def at_sea(ship: Vessel) -> Ship:
    """Return a ship of the campaign as a ship of a battle. Only her Hits are set; that is enough
    for rules about her hull.
    """
    return Ship(id=ship.id, side=ship.control, box="", hits=ship.hits)


def share(ship: Vessel) -> int:
    """Return the Victory Points that a ship is still worth: her card's points, times the share of
    Hits that she has left.
    """
    record = card(ship)
    left = max(0, record.hits - ship.hits)
    return record.victory_points * left // max(1, record.hits)


def strength(ships: tuple[Vessel, ...]) -> int:
    """Return the Victory Points that these ships are still worth together; a damaged ship counts
    for less.
    """
    return sum(share(ship) for ship in ships)


def aboard(ship: Vessel) -> int:
    """Return how many crew factors are still aboard a ship."""
    return card(ship).crew.full - ship.crew_loss


def short_handed(ship: Vessel) -> bool:
    """Tell whether a ship has lost so much of her crew (heavy losses) that she cannot be sent to a
    battle (Iron & Oak 8.4.2).
    """
    return ship.crew_loss >= card(ship).crew.heavy


def why_not_sent(ship: Vessel, plan: Plan) -> str:
    """Return why a ship may not be sent to a battle; '' if she may (Iron & Oak 8.4.2)."""
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
    """Return the ship with her crew's grade raised by `by` steps, or lowered if it is negative;
    never below Green or above Elite.
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
    """Return the next battle to be fought; None after the last one."""
    number = len(state.rows) + 1
    return state.plans.get(str(number))
