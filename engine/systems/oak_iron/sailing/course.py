"""Where a move leads and how fast: speed rating, parts of a move, collisions, shoals (Oak & Iron
ch. 4 and 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from engine.space.plane.contact import Body
from engine.space.plane.hull import Hull, hull_at, on_table, wake
from engine.space.plane.pose import Pose
from engine.space.plane.sweep import Swept, pivot, slide
from engine.systems.oak_iron.damage import drop_party, take_damage
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import KNOWN_WATER, SHOAL_DICE, SPEED
from engine.systems.oak_iron.machine import Ledger, count, name_of
from engine.systems.oak_iron.sailing.grapple import entangle
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.events.event import Pool
from engine.systems.oak_iron.state.ships import area, hull, hulls, obstacles, solid, solids
from engine.systems.oak_iron.state.state import PointOfSail, Ship, State, Terrain
from engine.systems.oak_iron.table.alongside import come_alongside, directly_away
from engine.systems.oak_iron.table.sight import points

# A ship's speed rating with its reasons (Oak & Iron ch. 4, Determine Speed Rating).


FASTEST = 5
CRIPPLED_LIMIT = 2
CUT_FREE_LIMIT = 1
"""The largest speed ratings: `FASTEST` of any ship, `CRIPPLED_LIMIT` of a Crippled ship,
`CUT_FREE_LIMIT` of a ship that has Cut Free (left an enemy's grip) before this move."""


class Speed(msgspec.Struct, frozen=True):
    """A ship's speed rating, and the terms of its sum in words, in the order in which they
    apply.
    """

    value: int
    reasons: tuple[str, ...]


def at_rest(state: State, ship: Ship, point: PointOfSail) -> str:
    """Return why a ship cannot move at a point of sail, so that her speed rating is 0; '' if she
    can.
    """
    if ship.captured_by:
        return "captured"
    if ship.out_of_action:
        return "out of action"
    if ship.aground:
        return "aground"
    if state.holds(ship.id):
        return "entangled"
    if ship.sail == "anchored":
        return "anchored"
    return "in the wind's eye" if point == "eye" else ""


def rating(
    state: State, ship_id: str, point: PointOfSail, adjust: int = 0, cut_free: bool = False
) -> Speed:
    """Return a ship's speed rating at a point of sail (her angle to the wind), with its reasons.

    `adjust` is +1 or -1 after the Seamanship Action Adjust Speed, else 0. The rating is limited
    before it is adjusted, and once more afterwards.
    """
    ship = state.ships[ship_id]
    held = at_rest(state, ship, point)
    if held:
        return Speed(0, (held,))
    card = book().ships[ship.type]
    value = card.large if point == "large" else card.windward
    reasons = [f"{point} {value}"]
    changes = []
    if ship.sail == "full":
        changes.append((1, "full sail"))
    if ship.sail == "minimal":
        changes.append((-1, "minimal sail"))
    for source, effect in SPEED.on(state, ship):
        change = effect(state, ship, point)
        if change:
            changes.append((change, name_of(source)))
    for change, reason in changes:
        value += change
        reasons.append(f"{reason} {change:+d}")
    value = _limited(value, ship, cut_free, reasons)
    if adjust:
        reasons.append(f"Adjust Speed {adjust:+d}")
        value = _limited(value + adjust, ship, cut_free, reasons)
    return Speed(value, tuple(reasons))


def _limited(value: int, ship: Ship, cut_free: bool, reasons: list[str]) -> int:
    """Return a speed rating brought within the limits for a ship.

    The limit that applied is added to `reasons`.
    """
    for limit, reason in ((CRIPPLED_LIMIT, "crippled"), (CUT_FREE_LIMIT, "cut free")):
        applies = ship.crippled if reason == "crippled" else cut_free
        if applies and value > limit:
            value = limit
            reasons.append(f"{reason}, {limit} at most")
    if not 0 <= value <= FASTEST:
        value = min(max(value, 0), FASTEST)
        reasons.append(f"{value} is the limit")
    return value


# Ships that pass over a shoal, and the check for running aground (Oak & Iron ch. 5, Shoals).
#
# A ship is checked once, at the end of a change of pose that took her over a shoal; Change
# Heading, Cut Free and the move itself count as one change.


OVER = 0.0001
"""A base passes over a shoal if it covers more than this many square inches of it; less is a
touching edge or a rounding error."""


def pose_changed(ledger: Ledger, moved: ev.ShipMoved) -> None:
    """Record that a ship's pose changed, with what follows from it.

    Her landing party is removed, and if she passed over a shoal, this is noted for the later check.
    """
    ship = ledger.state.ships[moved.ship]
    crosses = not ship.over_shoal and crossed(ledger.state, ship, (*moved.via, moved.pose))
    ledger.write(moved)
    drop_party(ledger, moved.ship)
    if crosses:
        ledger.write(ev.PassedShoal(moved.ship))


def crossed(state: State, ship: Ship, poses: Sequence[Pose]) -> bool:
    """Tell whether a ship that moves through some poses passes over a shoal that can ground her."""
    banks = [area(piece) for piece in state.terrain if piece.kind == "shoal"]
    if not banks or not dice(state, ship).dice:
        return False
    covered = wake(hull(ship), poses)
    return any(
        covered.intersects(bank) and covered.intersection(bank).area > OVER for bank in banks
    )


def dice(state: State, ship: Ship) -> Pool:
    """Return the number of dice for a ship's check for running aground, with its reasons.

    It is her printed Fortitude as cards change it; 0 when a card lets her ignore shoals.
    """
    known = next((source for source, ignores in KNOWN_WATER.on(state, ship) if ignores()), "")
    if known:
        return Pool(0, (name_of(known),))
    total = book().ships[ship.type].fortitude
    reasons = [f"fortitude {total}"]
    for source, change in SHOAL_DICE.on(state, ship):
        total += change()
        reasons.append(f"{name_of(source)} {change():+d}")
    return Pool(max(total, 0), tuple(reasons))


def sound(ledger: Ledger, ship_id: str) -> None:
    """Check whether a ship that has passed over a shoal runs aground.

    There is no roll if she is aground already.
    """
    ship = ledger.state.ships[ship_id]
    if not ship.over_shoal or not ship.afloat:
        return
    rolled = dice(ledger.state, ship).dice
    struck = False
    if rolled and not ship.aground:
        struck = count(ledger.roll("shoals", ship_id, rolled), "shoals") > 0
    ledger.write(ev.ShoalCleared(ship_id))
    if struck:
        ledger.write(ev.WentAground(ship_id))


# A moving base meets another base or land (Oak & Iron ch. 5, Collisions).
#
# In the quick start no dice are rolled: the struck ship is pushed away as after a roll without
# results.


NEGLIGIBLE = 0.001
"""A distance of fewer inches than this is a rounding error, not a move; no event is written for
it."""


def collide(ledger: Ledger, mover: str, struck: tuple[str, ...], dice: int) -> None:
    """Resolve the collision of a ship that was stopped by contact in her move.

    `struck` holds the ids of the ships and pieces of land that she ran into; `dice` is the number
    of dice rolled, which is the speed of the move. Her own check for shoals comes later, at the end
    of her move.
    """
    ledger.write(ev.Collided(mover, struck))
    ships = tuple(sorted(key for key in struck if key in ledger.state.ships))
    if len(ships) < len(struck):
        strike_land(ledger, mover)
    if not ships:
        return
    if not ledger.state.rules.quick_start and dice > 0:
        faces = ledger.roll("collision", mover, dice)
        if count(faces, "collision_damage"):
            take_damage(ledger, mover, 1)
        if count(faces, "collision_fouling"):
            foul(ledger, mover, ships)
            return
    for ship in ships:
        shove_apart(ledger, mover, ship)
        sound(ledger, ship)


def strike_land(ledger: Ledger, mover: str) -> None:
    """Apply running into land or rocks to a ship: 1 damage, Aground, Anchored."""
    take_damage(ledger, mover, 1)
    if not ledger.state.ships[mover].aground:
        ledger.write(ev.WentAground(mover))
    if ledger.state.ships[mover].sail != "anchored":
        ledger.write(ev.SailChanged(mover, "anchored"))


def foul(ledger: Ledger, mover: str, ships: tuple[str, ...]) -> None:
    """Entangle the ship `mover` with the ships that she ran into.

    If it is only one ship, first lay the mover alongside her.
    """
    state = ledger.state
    if len(ships) == 1:
        target = hull(state.ships[ships[0]])
        blocked = {key: base for key, base in obstacles(state, mover).items() if key != ships[0]}
        ways = come_alongside(hull(state.ships[mover]), target, blocked, state.table.size)
        if ways and ways[0] != state.ships[mover].pose:
            pose_changed(ledger, ev.ShipMoved(mover, "alongside", ways[0]))
    entangle(ledger, mover, ships)


def shove_apart(ledger: Ledger, mover: str, struck: str) -> None:
    """Move the ship that was run into a Yard Arm Directly Away from the mover.

    If something stops her earlier, the mover goes back by the distance that is missing.
    """
    wanted = book().measures.yard_arm
    rest = wanted - _give_way(ledger, struck, mover, wanted)
    if rest > NEGLIGIBLE:
        _give_way(ledger, mover, struck, rest)


def _give_way(ledger: Ledger, ship_id: str, other: str, inches: float) -> float:
    held = ledger.state.ships[ship_id].aground or ledger.state.holds(ship_id)
    if inches <= NEGLIGIBLE or held:
        return 0.0
    return move_away(ledger, ship_id, (other,), inches)


def move_away(ledger: Ledger, ship_id: str, leaving: tuple[str, ...], inches: float) -> float:
    """Slide a ship Directly Away from the bodies `leaving`; return how many inches she moved.

    She goes at most `inches`, and stops at contact or at the table's edge. The result is 0 when no
    direction is open.
    """
    state = ledger.state
    bases = {**hulls(state, ship_id), **solids(state)}
    left = {key: bases[key] for key in leaving}
    swept = directly_away(hull(state.ships[ship_id]), left, inches, bases, state.table.size)
    if swept is None or swept.travelled <= NEGLIGIBLE:
        return 0.0
    pose_changed(ledger, ev.ShipMoved(ship_id, "away", swept.pose))
    return swept.travelled


# The end of a move: its legs, its final pose and its collisions.
#
# Pure geometry over a state: nothing is changed here. `manoeuvre.make_way` carries out a course.


BEARINGS = {"ahead": 0.0, "starboard": 90.0, "astern": 180.0, "port": 270.0}
"""The bearing of each direction in which a ship may slide, in degrees clockwise from her bow."""


class Course(msgspec.Struct, frozen=True):
    """Where a move leads: the pose after each part of it, and what stopped it, if anything."""

    ship: str
    poses: tuple[Pose, ...]
    struck: tuple[str, ...] = ()
    """The ids of the ships and pieces of land that the ship runs into at the end; () for none."""
    off_table: bool = False
    """Whether a part of the ship's base is off the table at the end."""
    speed: int = 0
    """The speed of the movement tool; a collision rolls this number of dice."""

    @property
    def end(self) -> Pose:
        """The pose at the end of the course."""
        return self.poses[-1]


class Leg(msgspec.Struct, frozen=True):
    """One part of a move: a slide in a straight line, or a pivot (a turn on the spot)."""

    kind: str
    """The kind of leg: `slide` or `pivot`."""
    amount: float
    """The inches of a slide, or the degrees of a pivot, positive to starboard."""
    towards: float = 0.0
    """The bearing of a slide, in degrees clockwise from the bow."""


def run(state: State, ship_id: str, legs: tuple[Leg, ...], speed: int) -> Course:
    """Return where some parts of a move, one after the other, lead a ship.

    She stops at the first contact.
    """
    ship = state.ships[ship_id]
    base = hull(ship)
    others = tuple(hulls(state, ship_id).items())
    poses: list[Pose] = []
    struck: tuple[str, ...] = ()
    for leg in legs:
        swept = _swept(base, leg, others, state.terrain)
        poses.append(swept.pose)
        base = hull_at(swept.pose, base.length, base.width)
        struck = swept.struck
        if struck:
            break
    off_table = not on_table(base, state.table.size)
    return Course(ship_id, tuple(poses or [base.pose]), struck, off_table, speed)


@lru_cache(maxsize=1024)
def _swept(
    base: Hull, leg: Leg, others: tuple[tuple[str, Hull], ...], terrain: tuple[Terrain, ...]
) -> Swept:
    """Return where one part of a move ends.

    Cached, because moves that are compared often begin with the same part.
    """
    blocked: dict[str, Body] = {**dict(others), **solid(terrain)}
    if leg.kind == "slide":
        return slide(base, (base.pose.heading + leg.towards) % 360.0, leg.amount, blocked)
    return pivot(base, leg.amount, blocked)


def sail(state: State, ship_id: str, speed: int, command: cmd.Sail) -> Course:
    """Return where an ordered move leads: a slide of the speed's length, with a turn before or
    after.

    A move with two turns (Yare) ends here after the slide; the second turn is a later question.
    """
    tool = book().measures.tools[speed]
    legs = [Leg("slide", tool.length, BEARINGS[command.towards])]
    if command.angle and command.turn in ("start", "both"):
        legs.insert(0, Leg("pivot", command.angle))
    if command.angle and command.turn == "end":
        legs.append(Leg("pivot", command.angle))
    return run(state, ship_id, tuple(legs), speed)


def turn(state: State, ship_id: str, angle: float, speed: int = 1) -> Course:
    """Return where a turn on the spot leads a ship; `angle` in degrees, positive to starboard."""
    return run(state, ship_id, (Leg("pivot", angle),) if angle else (), speed)


def shift(state: State, ship_id: str, inches: float) -> Course:
    """Return where a sideways shift leads a ship; `inches` are positive to starboard."""
    side = BEARINGS["starboard" if inches > 0 else "port"]
    return run(state, ship_id, (Leg("slide", abs(inches), side),) if inches else (), 1)


def row(state: State, ship_id: str) -> Course:
    """Return where a Row leads a ship: straight ahead by the length of a move at speed 1."""
    return run(state, ship_id, (Leg("slide", book().measures.tools[1].length),), 1)


def slide_ahead(state: State, ship_id: str) -> Course:
    """Return where a card's free move leads a ship: straight ahead by a move at speed 1."""
    return row(state, ship_id)


def move_speed(state: State, ship_id: str) -> int:
    """Return the speed rating for a ship's move; changes made earlier in her activation count."""
    activation = state.activation
    if activation is None or activation.ship != ship_id:
        return rating(state, ship_id, points(state, ship_id)[0]).value
    point = activation.point or points(state, ship_id)[0]
    return rating(state, ship_id, point, activation.adjust, activation.cut_free).value


def trace(state: State, ship_id: str, command: cmd.AnyCommand) -> Course | None:  # noqa: PLR0911  (a case each)
    """Return where a ship's command leads her; None for a command that does not move her."""
    match command:
        case cmd.Sail():
            speed = move_speed(state, ship_id)
            return sail(state, ship_id, speed, command) if speed else None
        case cmd.Turn(angle=angle):
            step = state.agenda[-1] if state.agenda else None
            return turn(state, ship_id, angle, getattr(step, "speed", 1))
        case cmd.ChangeHeading(angle=angle) | cmd.FreeTurn(angle=angle):
            return turn(state, ship_id, angle)
        case cmd.Shift(distance=inches):
            return shift(state, ship_id, inches)
        case cmd.FreeSlide():
            return slide_ahead(state, ship_id)
        case cmd.Row():
            return row(state, ship_id)
    return None
