"""Ships come on the table: deployment and late arrivals (Oak & Iron ch. 7, step 5).

A ship's heading is chosen first, so that every place which is offered for her is legal.
"""

from __future__ import annotations

from math import hypot
from typing import Any

from engine.decision import Area, Decision, Dial, Option, Point
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, does, takes
from engine.oak_iron.bases import SOLID, hull
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.records import book
from engine.oak_iron.set_up.conditions import first_cards
from engine.oak_iron.set_up.room import Box, Outline, area, around, within
from engine.oak_iron.set_up.scoring import ALONE
from engine.oak_iron.set_up.zones import INWARD, home, part_of, strip, zone
from engine.oak_iron.sides import fleet_of
from engine.oak_iron.state import Ship, State
from engine.oak_iron.steps import (
    Arrivals,
    BerthShip,
    DeploySquadron,
    OpenBattle,
    RevealCards,
)
from engine.plane.hull import hull_at
from engine.plane.pose import Pose

OBLIQUE = 45.0
"""How far from straight across a ship heads at first, towards the lee edge; degrees."""
ASTERN = 4.0
"""Where the next ship is proposed, behind the last one; inches from middle to middle."""
STEP = 5.0
"""Degrees between the headings that may be chosen."""
SLACK = 0.1
"""How much deeper than a base from corner to corner the strip for arrivals is, inches."""


@asks(DeploySquadron)
def next_ship(state: State, step: DeploySquadron) -> tuple[Decision, ...]:
    """Ask which ship is deployed next, and how she heads."""
    waiting = [ship for ship in state.own_ships(step.squadron) if _may_deploy(state, step, ship)]
    if len(waiting) <= step.keep:
        return ()
    return (_heading(state, step.squadron, waiting, "deploy"),)


def _may_deploy(state: State, step: DeploySquadron, ship: Ship) -> bool:
    alone = any(each.token == ALONE for each in state.own_ships(step.squadron))
    held = ship.id in step.held or (alone and ship.token != ALONE)
    return ship.awaited and not held


@takes(DeploySquadron)
def take_ship(ledger: Ledger, step: DeploySquadron, seat: str, command: cmd.ShipUp) -> None:
    """Look for the place of the ship that was named."""
    ledger.plan(BerthShip(command.ship, command.heading))


def _heading(state: State, squadron: str, ships: list[Ship], doing: str) -> Decision:
    options = tuple(
        Option(
            ship.id,
            f"{ship.id} {ship.name or book().ships[ship.type].name}",
            cmd.ShipUp(ship.id),
            dial="heading",
            subject=ship.id,
        )
        for ship in ships
    )
    dial = Dial(0.0, 360.0 - STEP, STEP, rest=_proposed(state, squadron), unit="degrees")
    prompt = f"{state.squadrons[squadron].name}: which ship to {doing}, and her heading?"
    return Decision(squadron, "ship_up", prompt, options, dial=dial)


def _proposed(state: State, squadron: str) -> float:
    """Return the heading that is proposed: over to the enemy and away from the wind."""
    across = INWARD[home(state, squadron)]
    lee = INWARD[state.table.weather_edge]
    side = 1.0 if (lee - across) % 360.0 == 90.0 else -1.0
    return (across + side * OBLIQUE) % 360.0


@asks(BerthShip)
def berth(state: State, step: BerthShip) -> tuple[Decision, ...]:
    """Ask for the place of the ship: in the zone, else in the strip along her own edge."""
    place = _place(state, step)
    if place is None:
        return ()
    ship = state.ships[step.ship]
    command = cmd.Deploy(step.ship, step.heading)
    option = Option("here", "deploy her here", command, area="at", subject=step.ship)
    prompt = f"{step.ship} heading {step.heading:g}: where?"
    return (Decision(ship.squadron, "berth", prompt, (option,), area=place, ship=step.ship),)


def _place(state: State, step: BerthShip) -> Area | None:
    ship = state.ships[step.ship]
    own = _outline(ship, step.heading)
    if state.phase == "set_up":
        rooms = [home_zone(state, ship), (strip(state, ship.squadron),)]
    else:
        card = book().ships[ship.type]
        depth = hypot(card.length, card.width) + SLACK
        rooms = [(strip(state, ship.squadron, depth),)]
    barred = _barred(state, ship, own)
    for boxes in rooms:
        found = area(within(own, boxes).difference(barred), wish(state, ship))
        if found is not None:
            return found
    return None


def home_zone(state: State, ship: Ship) -> tuple[Box, ...]:
    """Return where a ship is deployed: the squadron's zone, mid-table for one that is cut off."""
    if ship.token == ALONE:
        return (part_of(state, ship.squadron, book().objectives[state.objective].zone),)
    return zone(state, ship.squadron)


def _outline(ship: Ship, heading: float) -> Outline:
    card = book().ships[ship.type]
    return hull_at(Pose(0.0, 0.0, heading), card.length, card.width).corners


def _barred(state: State, ship: Ship, own: Outline) -> Any:
    """Return where a ship may not lie: across others or land, within Cannon Shot of an enemy."""
    from shapely import union_all

    cannon = book().measures.cannon
    friends = fleet_of(state, ship.squadron)
    shapes = [
        around(own, hull(other).corners, 0.0 if other.squadron in friends else cannon)
        for other in state.ships.values()
        if other.afloat
    ]
    shapes += [around(own, piece.outline) for piece in state.terrain if piece.kind in SOLID]
    return union_all(shapes)


def wish(state: State, ship: Ship) -> Point:
    """Return where a ship would like to lie: astern of her consort, else amid the zone.

    The squadrons of a fleet lie side by side along their edge.
    """
    consorts = [other for other in state.own_ships(ship.squadron) if other.pose is not None]
    if consorts:
        pose = consorts[-1].pose
        assert pose is not None
        return pose.moved(pose.heading + 180.0, ASTERN).at
    boxes = home_zone(state, ship)
    friends = fleet_of(state, ship.squadron)
    at = friends.index(ship.squadron)
    x0, y0, x1, y1 = boxes[at % len(boxes)]
    part = (at + 0.5) / len(friends) if len(boxes) == 1 else 0.5
    if home(state, ship.squadron) in ("south", "north"):
        return x0 + (x1 - x0) * part, (y0 + y1) / 2
    return (x0 + x1) / 2, y0 + (y1 - y0) * part


@takes(BerthShip)
def put(ledger: Ledger, step: BerthShip, seat: str, command: cmd.Deploy) -> None:
    """Put the ship on the table."""
    pose = Pose(*command.at, step.heading).rounded()
    ledger.write(ev.ShipDeployed(step.ship, pose))
    ledger.finish()


@does(BerthShip)
def no_place(ledger: Ledger, step: BerthShip) -> None:
    """Let a ship without a place come later."""
    ledger.write(ev.ShipDelayed(step.ship))
    asking = ledger.state.agenda[-2]
    assert isinstance(asking, DeploySquadron | Arrivals)
    held = (*asking.held, step.ship)
    ledger.finish()
    if isinstance(asking, Arrivals):
        ledger.finish(Arrivals(held))
    else:
        ledger.finish(DeploySquadron(asking.squadron, held, asking.keep))


@asks(Arrivals)
def arrivals(state: State, step: Arrivals) -> tuple[Decision, ...]:
    """Ask for the ships that are still to come, one squadron after the other."""
    for key in state.squadrons:
        late = [ship for ship in state.own_ships(key) if ship.awaited and ship.id not in step.held]
        if late:
            return (_heading(state, key, late, "bring in"),)
    return ()


@takes(Arrivals)
def take_arrival(ledger: Ledger, step: Arrivals, seat: str, command: cmd.ShipUp) -> None:
    """Look for the place of the ship that arrives."""
    ledger.plan(BerthShip(command.ship, command.heading))


@does(OpenBattle)
def open_battle(ledger: Ledger, step: OpenBattle) -> None:
    """Choose the first initiative cards (step 6); the first turn begins."""
    ledger.write(ev.PhaseBegan("initiative"))
    ledger.finish(*first_cards(ledger.state), RevealCards())
