"""Maneuver rolls: the dice, the dice that they must beat, all modifiers by name, and the cards.

Iron & Oak 5.1, 5.5, 5.6.1.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Drms
from engine.systems.iron_oak.machine import Ledger, chance
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Move, Ship, State, beats
from engine.systems.iron_oak.waters import current_drm, steps_of


class ManeuverRoll(NamedTuple):
    """A maneuver roll against dice of the table, with its modifiers by name, and their sum within
    the limit.
    """

    dice: str
    response: str
    drms: Drms
    drm: int

    @property
    def chance(self) -> float:
        """The probability that the roll succeeds; hazards on the way are not included."""
        return chance(self.dice, self.response, self.drm)


class AttackRoll(NamedTuple):
    """A maneuver roll against a roll of the target: crossing a T, or contact by ram or spar
    torpedo.
    """

    dice: str
    drms: Drms
    drm: int
    target_dice: str
    target_drms: Drms
    target_drm: int

    @property
    def chance(self) -> float:
        """The probability that the roll succeeds; hazards on the way are not included."""
        return chance(self.dice, self.target_dice, self.drm, self.target_drm)


def net(drms: Drms, extra: int = 0) -> int:
    """Return the sum of modifiers, at most 5 up or down."""
    limit = book().tables.maneuver.net_limit
    return max(-limit, min(limit, sum(drms.values()) + extra))


def state_drms(state: State, ship: Ship) -> Drms:
    """Return {name: modifier} for the modifiers that a ship's own state gives to a maneuver roll,
    her own or one against her.

    Iron & Oak 5.1.8.
    """
    table = book().tables.maneuver_drms
    criticals = ship.criticals
    level = fleet.worst_fire(ship)
    drms = {
        "grade": table.of_grade(ship.grade),
        "crew": table.crew if fleet.crew_state(ship) != "sound" else 0,
        "captain": table.captain if "captain" in criticals else 0,
        "engine_damaged": table.engine_damaged if "engine_damaged" in criticals else 0,
        "rudder": table.rudder if "rudder" in criticals else 0,
        "speed": (
            table.speed_1
            if "speed_1" in criticals
            else table.speed_2
            if "speed_2" in criticals
            else 0
        ),
        "smokestack": table.smokestack if "smokestack" in criticals else 0,
        "fire": (book().tables.fire_effects.maneuver[level - 1] if level else 0),
        "towing": towing_drm(state, ship, state.ships[ship.towing]) if ship.towing else 0,
    }
    return {name: drm for name, drm in drms.items() if drm}


def towing_drm(state: State, tug: Ship, towed: Ship) -> int:
    """Return the modifier of a tug's roll while she tows a ship; it depends on the full Hits of
    both.

    Iron & Oak 5.3, 9.2.
    """
    hits = fleet.card(tug).hits * (2 if state.rules.tenders and fleet.card(tug).tender else 1)
    difference = hits - fleet.card(towed).hits
    rows = book().tables.towing.rows
    return next((row.drm for row in rows if difference >= row.least), rows[-1].drm)


def table_roll(state: State, ship: Ship, goal: str = "", via: str = "") -> ManeuverRoll:
    """Return the roll for a maneuver to the box `goal`, by the box `via` if it is two away; without
    a goal, for one inside the box.
    """
    tables = book().tables
    drms = state_drms(state, ship)
    if ship.opposed_by:
        drms["opposed"] = tables.maneuver_drms.opposed
    if fleet.bow_on(state, ship):
        drms["bow_on"] = tables.maneuver_drms.bow_on
    response = tables.maneuver.two_boxes if via else tables.maneuver.one_box
    if not goal:
        response = tables.maneuver.in_box
    elif drm := current_drm(state.board, steps_of(ship.box, goal, via)):
        drms["current"] = drm
    return ManeuverRoll(fleet.maneuver_dice(ship), response, drms, net(drms))


def cross_roll(state: State, ship: Ship, target: Ship) -> AttackRoll:
    """Return the roll for crossing a T: lying across the bow or stern of a target (Iron & Oak
    5.5).
    """
    table = book().tables.maneuver_drms
    drms = {**state_drms(state, ship), **_opposed(ship, target), "cross_t": table.cross_t}
    if fleet.bow_on(state, ship):
        drms["bow_on"] = table.bow_on
    return _against(state, ship, drms, target)


def contact_roll(state: State, ship: Ship, target: Ship) -> AttackRoll:
    """Return the roll for contact with a target, by ram or spar torpedo (Iron & Oak 5.6.1)."""
    table = book().tables.maneuver_drms
    drms = {**state_drms(state, ship), **_opposed(ship, target), "ram_spar": table.ram_spar}
    if across := fleet.bow_on(state, ship):
        if across.id == target.id:
            drms["across_bow"] = table.across_bow
        else:
            drms["bow_on"] = table.bow_on
    return _against(state, ship, drms, target)


def _opposed(ship: Ship, target: Ship) -> Drms:
    """Return the modifier of a ship that an enemy opposes; the target's own opposition does not
    count.

    Iron & Oak 5.1.2.
    """
    if not set(ship.opposed_by) - {target.id}:
        return {}
    return {"opposed": book().tables.maneuver_drms.opposed}


def _against(state: State, ship: Ship, drms: Drms, target: Ship) -> AttackRoll:
    dice, target_drms = target_roll(state, target)
    return AttackRoll(
        dice=fleet.maneuver_dice(ship),
        drms=drms,
        drm=net(drms),
        target_dice=dice,
        target_drms=target_drms,
        target_drm=net(target_drms),
    )


def target_roll(state: State, target: Ship) -> tuple[str, Drms]:
    """Return (dice, modifiers by name) of the roll by which a ship resists an enemy who crosses her
    T, rams her, or attacks her with a spar torpedo.

    The tug of a towed ship rolls for her.
    """
    tables = book().tables
    if target.anchored or target.grounded or target.fouled:
        return tables.maneuver.immobile_target, {"immobile": tables.maneuver.immobile_target_drm}
    roller = fleet.towed_by(state, target) or target
    if fleet.card(roller).barge:
        return tables.maneuver.immobile_target, {"unpowered": tables.maneuver_drms.unpowered}
    drms = state_drms(state, roller)
    if "steering_row" in roller.criticals or "steering_column" in roller.criticals:
        drms["steering"] = tables.maneuver_drms.steering
    if not fleet.powered(state, roller):
        drms["unpowered"] = tables.maneuver_drms.unpowered
    return fleet.maneuver_dice(roller), drms


def card_drms(move: Move) -> tuple[int, int]:
    """Return the modifiers of cards: (to the roll of the ship that moves, to the roll of her
    target).
    """
    values = [
        book().cards[card].value if card else 0
        for card in (move.quick, move.slow, move.target_quick, move.target_slow)
    ]
    return values[0] + values[1], values[2] + values[3]


def roll_for(ledger: Ledger, ship: str, roll: ManeuverRoll) -> bool:
    """Roll for a maneuver against dice of the table; return whether it succeeds."""
    move = ledger.state.move
    assert move is not None
    drm = net(roll.drms, card_drms(move)[0])
    challenge, response = ledger.contest(move.dice or roll.dice, roll.response, drm)
    succeeded = beats(challenge, response)
    ledger.write(ev.ManeuverRolled(ship, move.way, challenge, response, succeeded))
    return succeeded


def roll_against(ledger: Ledger, ship: str, roll: AttackRoll) -> bool:
    """Roll for a maneuver against a roll of its target; return whether it succeeds."""
    move = ledger.state.move
    assert move is not None
    mine, theirs = card_drms(move)
    challenge, response = ledger.contest(
        roll.dice, roll.target_dice, net(roll.drms, mine), net(roll.target_drms, theirs)
    )
    succeeded = beats(challenge, response)
    ledger.write(
        ev.ManeuverRolled(
            ship=ship,
            way=move.way,
            challenge=challenge,
            response=response,
            succeeded=succeeded,
            target=move.target,
        )
    )
    return succeeded
