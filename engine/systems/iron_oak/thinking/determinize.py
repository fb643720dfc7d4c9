"""What a seat may not see, drawn at random: cards, covered orders, hidden counters."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine.view import masked
from engine.systems.iron_oak.orders.sheet import choices
from engine.systems.iron_oak.state.state import COVERED, HIDDEN, Ship, State


def determinized(view: State, chance: Random) -> State:
    """Return a whole state that a view allows."""
    return _with_orders(_with_cards(_with_ships(view, chance), chance), chance)


def _with_cards(view: State, chance: Random) -> State:
    """Put the cards that lie nowhere in sight into covered hands, deck and set-aside pile."""
    move, shot = view.move, view.shot
    seen = {*view.discarded, *view.deck, *view.set_aside}
    seen.update(card for side in view.sides.values() for card in side.hand)
    seen.update(ship.springs for ship in view.ships.values())
    seen.update((move.quick, move.slow, move.target_quick, move.target_slow) if move else ())
    seen.update((*shot.cards, shot.misfire) if shot else ())
    left = [card for card in book().cards if card not in seen]
    chance.shuffle(left)

    def drawn(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(left.pop() if card == COVERED and left else card for card in cards)

    sides = {key: replace(side, hand=drawn(side.hand)) for key, side in view.sides.items()}
    return replace(view, sides=sides, deck=drawn(view.deck), set_aside=drawn(view.set_aside))


def _with_orders(view: State, chance: Random) -> State:
    covered = [ship for ship in view.ships.values() if ship.order == HIDDEN]
    if not covered:
        return view
    orders = {ship.id: replace(ship, order=chance.choice(choices(view, ship))) for ship in covered}
    return replace(view, ships={**view.ships, **orders})


def _with_ships(view: State, chance: Random) -> State:
    """Let counters be ships of the battle that are not in sight; those left are False Contacts."""
    counters = [ship for ship in view.ships.values() if ship.kind == "counter"]
    record = book().scenarios.get(view.scenario)
    if not counters:
        return view
    chance.shuffle(counters)
    names: dict[str, str] = {}
    texts: dict[str, Ship] = {}
    missing = {
        side: [
            unit
            for unit in (record.force(side).units if record else ())
            if unit.ship not in view.ships
        ]
        for side in {ship.side for ship in counters}
    }
    for counter in counters:
        if missing[counter.side]:
            unit = missing[counter.side].pop()
            names[counter.id] = unit.ship
            texts[unit.ship] = replace(counter, id=unit.ship, kind="ship", grade=unit.grade)
        else:
            texts[counter.id] = replace(counter, kind="contact")
    ships = {id: masked(ship, names) for id, ship in view.ships.items() if ship.kind != "counter"}
    return replace(
        view,
        ships={**ships, **texts},
        agenda=masked(view.agenda, names),
        move=masked(view.move, names),
        shot=masked(view.shot, names),
    )
