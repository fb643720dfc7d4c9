"""Deployment of ships before the battle, and ships that arrive late (Oak & Iron ch. 7, step 5).

Ship, heading and place are one answer, because the heading decides whether there is room for the
ship.
"""

from __future__ import annotations

from math import hypot

from engine.game.decision import Closed, Decision, Dial, Option, Point
from engine.kit.agenda import Site
from engine.space.plane.contact import gap
from engine.space.plane.hull import hull_at
from engine.space.plane.pose import Pose
from engine.systems.oak_iron import terrain
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.set_up.objectives import first_cards
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import SOLID, fleet_of, hull, hulls
from engine.systems.oak_iron.state.ships import area as outline_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import Arrivals, DeploySquadron, OpenBattle, RevealCards
from engine.systems.oak_iron.victory.objectives import ALONE

OBLIQUE = 45.0
"""The heading proposed for a ship is straight across the table, turned towards the lee edge by this
many degrees."""
ASTERN = 4.0
"""A ship is proposed at this many inches astern of the one before her, from middle to middle."""
STEP = 5.0
"""The step of the dial for a ship's heading, in degrees."""
SLACK = 0.1
"""The strip where late ships arrive is deeper than a base's diagonal by this many inches, so that a
base fits at any heading."""


@RULES.asks(DeploySquadron)
def next_ship(state: State, step: DeploySquadron) -> tuple[Decision, ...]:
    """Ask which ship is deployed next, where, and at which heading."""
    waiting = _waiting(state, step)
    return _ask(state, step.squadron, waiting, "deploy") if len(waiting) > step.keep else ()


def _waiting(state: State, step: DeploySquadron) -> list[Ship]:
    """Return the ships that the squadron still has to deploy now.

    If the objective cuts off a flagship, only she is deployed; her consorts arrive later.
    """
    fleet = fleet_of(state, step.squadron)
    friends = [ship for key in fleet for ship in state.own_ships(key)]
    alone = any(ship.token == ALONE for ship in friends)
    own = state.own_ships(step.squadron)
    return [ship for ship in own if ship.awaited and (not alone or ship.token == ALONE)]


def _ask(state: State, squadron: str, ships: list[Ship], doing: str) -> tuple[Decision, ...]:
    """Return the question which of the given ships to place, and where; () if there is room for
    none.

    `doing` is the verb in the question.
    """
    placed = [ship for ship in ships if boxes_for(state, ship)]
    if not placed:
        return ()
    options = tuple(
        Option(
            ship.id,
            f"{ship.id} {ship.name or book().ships[ship.type].name}",
            cmd.Deploy(ship.id, 0.0),
            dial="heading",
            area="at",
            subject=ship.id,
        )
        for ship in placed
    )
    closed = tuple(
        Closed(f"{ship.id} {ship.name}".rstrip(), "there is no room for her now: she comes later")
        for ship in ships
        if ship not in placed
    )
    dial = Dial(0.0, 360.0 - STEP, STEP, rest=proposed_heading(state, squadron), endless=True)
    prompt = f"{state.squadrons[squadron].name}: which ship to {doing}, and where?"
    return (Decision(squadron, "deploy", prompt, options, dial=dial, closed=closed),)


def proposed_heading(state: State, squadron: str) -> float:
    """Return the heading that the dial shows first, in degrees: across the table, a little to
    leeward.
    """
    across = terrain.INWARD[terrain.home(state, squadron)]
    lee = terrain.INWARD[state.table.weather_edge]
    side = 1.0 if (lee - across) % 360.0 == 90.0 else -1.0
    return (across + side * OBLIQUE) % 360.0


@RULES.places(DeploySquadron)
@RULES.places(Arrivals)
def berth(state: State, step: DeploySquadron | Arrivals, command: cmd.Deploy) -> Site:
    """Return where a ship may be placed at the heading that the player has chosen."""
    ship = state.ships[command.ship]
    boxes = boxes_for(state, ship)
    # Where a ship may be placed: clear of everything, and not within Cannon Shot of an enemy.
    area = terrain.place(
        _base(ship, command.heading), boxes, _barred(state, ship), proposed_point(state, ship)
    )
    return Site(area, lambda at: _faults(state, ship, Pose(*at, command.heading), boxes))


def boxes_for(state: State, ship: Ship) -> tuple[terrain.Box, ...]:
    """Return the boxes (rectangles) in which a ship may be placed; () when she fits at no heading.

    During the set-up it is her zone, or the strip along her own edge if the zone has no room. In
    the battle it is a strip along that edge, as deep as her base needs.
    """
    rooms = [home_zone(state, ship), (terrain.strip(state, ship.squadron),)]
    if state.phase != "set_up":
        card = book().ships[ship.type]
        depth = hypot(card.length, card.width) + SLACK
        rooms = [(terrain.strip(state, ship.squadron, depth),)]
    first = proposed_heading(state, ship.squadron)
    turns = [(first + n * STEP) % 360.0 for n in range(int(360.0 / STEP))]
    barred, liked = _barred(state, ship), proposed_point(state, ship)
    for boxes in rooms:
        if any(terrain.place(_base(ship, heading), boxes, barred, liked) for heading in turns):
            return boxes
    return ()


def home_zone(state: State, ship: Ship) -> tuple[terrain.Box, ...]:
    """Return the zone in which a ship begins: her squadron's, or the objective's if she is cut
    off.
    """
    if ship.token == ALONE:
        return (terrain.part_of(state, ship.squadron, book().objectives[state.objective].zone),)
    return terrain.zone(state, ship.squadron)


def _base(ship: Ship, heading: float) -> terrain.Outline:
    card = book().ships[ship.type]
    return hull_at(Pose(0.0, 0.0, heading), card.length, card.width).corners


def _barred(state: State, ship: Ship) -> tuple[tuple[terrain.Outline, float], ...]:
    """Return what a ship must keep clear of when she is placed: (outline, distance in inches).

    It is other ships and solid terrain; the distance to enemies is Cannon Shot.
    """
    cannon = book().measures.cannon
    barred: list[tuple[terrain.Outline, float]] = [
        (hull(other).corners, cannon if state.opposed(ship.id, other.id) else 0.0)
        for other in state.ships.values()
        if other.afloat
    ]
    barred += [(piece.outline, 0.0) for piece in state.terrain if piece.kind in SOLID]
    return tuple(barred)


def _faults(state: State, ship: Ship, pose: Pose, boxes: tuple[terrain.Box, ...]) -> list[str]:
    """Return every reason against placing a ship at a pose; [] if she may be placed there.

    `boxes` are the rectangles in which she may be placed.
    """
    card = book().ships[ship.type]
    base = hull_at(pose, card.length, card.width)
    if terrain.sticks_out(base.corners, [(0.0, 0.0, *state.table.size)]):
        return ["off the table"]
    faults = [
        f"overlaps {piece.name}"
        for piece in state.terrain
        if piece.kind in SOLID and outline_of(piece).distance(base.polygon) <= terrain.CLOSE
    ]
    faults += [
        f"overlaps {key}"
        for key, other in hulls(state).items()
        if gap(base, other) <= terrain.CLOSE
    ]
    cannon = book().measures.cannon
    foes = [
        (gap(base, hull(other)), other.id)
        for other in state.ships.values()
        if other.afloat and state.opposed(ship.id, other.id)
    ]
    if foes and terrain.CLOSE < min(foes)[0] <= cannon + terrain.CLOSE:
        reach, key = min(foes)
        faults.append(f"within Cannon Shot of {key}: {reach:.1f} of {cannon:g} inches")
    if terrain.sticks_out(base.corners, boxes):
        faults.append("outside her zone" if state.phase == "set_up" else "not at her own edge")
    return faults


def proposed_point(state: State, ship: Ship) -> Point:
    """Return the point where a ship is proposed: astern of the ship placed before her.

    The first ship of a squadron is proposed in the middle of a box of the zone. If a fleet has more
    squadrons than boxes, those with the same box are proposed side by side.
    """
    consorts = [other for other in state.own_ships(ship.squadron) if other.pose is not None]
    if consorts:
        pose = consorts[-1].pose
        assert pose is not None
        return pose.moved(pose.heading + 180.0, ASTERN).at
    boxes, fleet = home_zone(state, ship), fleet_of(state, ship.squadron)
    at = fleet.index(ship.squadron)
    x0, y0, x1, y1 = boxes[at % len(boxes)]
    part = (at // len(boxes) + 0.5) / -(-len(fleet) // len(boxes))
    if terrain.home(state, ship.squadron) in ("south", "north"):
        return x0 + (x1 - x0) * part, (y0 + y1) / 2
    return (x0 + x1) / 2, y0 + (y1 - y0) * part


@RULES.takes(DeploySquadron)
@RULES.takes(Arrivals)
def put(ledger: Ledger, step: DeploySquadron | Arrivals, seat: str, command: cmd.Deploy) -> None:
    """Place the ship on the table."""
    ledger.write(ev.ShipDeployed(command.ship, Pose(*command.at, command.heading).rounded()))


@RULES.does(DeploySquadron)
def no_room(ledger: Ledger, step: DeploySquadron) -> None:
    """Note that ships for which there is no room arrive later.

    `step.keep` ships that a card holds back are not affected.
    """
    waiting = _waiting(ledger.state, step)
    for ship in waiting[: max(0, len(waiting) - step.keep)]:
        ledger.write(ev.ShipDelayed(ship.id))
    ledger.finish()


@RULES.asks(Arrivals)
def arrivals(state: State, step: Arrivals) -> tuple[Decision, ...]:
    """Ask for the place of a ship that arrives late, one squadron after the other."""
    for key in state.squadrons:
        late = [ship for ship in state.own_ships(key) if ship.awaited]
        asked = _ask(state, key, late, "bring in")
        if asked:
            return asked
    return ()


@RULES.does(OpenBattle)
def open_battle(ledger: Ledger, step: OpenBattle) -> None:
    """End the set-up and begin turn 1 with the choice of the first initiative cards (Oak & Iron
    ch. 7, step 6).
    """
    ledger.write(ev.PhaseBegan("initiative"))
    ledger.finish(*first_cards(ledger.state), RevealCards())
