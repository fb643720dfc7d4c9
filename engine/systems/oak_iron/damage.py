"""Damage and Fatigue, and the results of a full track (Oak & Iron ch. 4).

Damage beyond Crippled becomes Fatigue, point by point; Fatigue beyond Shaken is ignored. With both
tracks full a ship is Out of Action for the rest of the battle.
"""

from __future__ import annotations

from engine.systems.oak_iron.effects.hits import fatigue_ignored_by, fatigue_spared_by, mark
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.state import events as ev


def take_fatigue(ledger: Ledger, ship_id: str, points: int) -> int:
    """Put Fatigue on a ship, and return how many points were added to her track.

    Two kinds of card may each prevent a point: first one that works once in each attack, then one
    that works once a turn. The second is not used up when the track is full anyway.
    """
    attack = ledger.state.attack
    if points > 0 and attack and attack.target == ship_id and attack.spared_fatigue:
        card = fatigue_spared_by(ledger.state, ledger.state.ships[ship_id])
        ledger.write(ev.FatigueSpared(ship_id, card))
        points -= 1
    ship = ledger.state.ships[ship_id]
    room = ship.fatigue_boxes - ship.fatigue
    if points > 0 and room > 0 and (card := fatigue_ignored_by(ledger.state, ship)):
        ledger.write(ev.FatigueIgnored(ship_id, card, mark(ledger.state, card)))
        points -= 1
    taken = min(points, room)
    if taken <= 0:
        return 0
    ledger.write(ev.FatigueTaken(ship_id, taken, ship.fatigue + taken))
    if ledger.state.ships[ship_id].shaken:
        ledger.write(ev.BecameShaken(ship_id))
        drop_party(ledger, ship_id)
        if ledger.state.ships[ship_id].out_of_action:
            ledger.write(ev.BecameOutOfAction(ship_id))
    return taken


def remove_fatigue(ledger: Ledger, ship_id: str, points: int = 1) -> None:
    """Remove points of Fatigue from a ship; her Fatigue does not go below 0."""
    fatigue = ledger.state.ships[ship_id].fatigue
    points = min(points, fatigue)
    if points > 0:
        ledger.write(ev.FatigueRemoved(ship_id, points, fatigue - points))


def take_damage(ledger: Ledger, ship_id: str, points: int) -> None:
    """Put damage on a ship; points for which her damage track has no room become Fatigue."""
    ship = ledger.state.ships[ship_id]
    taken = min(points, ship.damage_boxes - ship.damage)
    if taken > 0:
        ledger.write(ev.DamageTaken(ship_id, taken, ship.damage + taken))
        if ledger.state.ships[ship_id].crippled:
            _cripple(ledger, ship_id)
    take_fatigue(ledger, ship_id, points - taken)


def cripple(ledger: Ledger, ship_id: str) -> None:
    """Cripple a ship: fill her damage track. A ship already Crippled goes Out of Action instead."""
    if ledger.state.ships[ship_id].crippled:
        put_out_of_action(ledger, ship_id)
    else:
        _cripple(ledger, ship_id)


def put_out_of_action(ledger: Ledger, ship_id: str) -> None:
    """Put a ship Out of Action: fill both tracks, and remove her landing party from the shore."""
    if not ledger.state.ships[ship_id].out_of_action:
        ledger.write(ev.BecameOutOfAction(ship_id))
        drop_party(ledger, ship_id)


def drop_party(ledger: Ledger, ship_id: str) -> None:
    """Remove a ship's landing party from the shore, if she has one there."""
    if ledger.state.ships[ship_id].landing_party is not None:
        ledger.write(ev.PartyLost(ship_id))


def _cripple(ledger: Ledger, ship_id: str) -> None:
    ledger.write(ev.BecameCrippled(ship_id))
    if ledger.state.ships[ship_id].out_of_action:
        ledger.write(ev.BecameOutOfAction(ship_id))
