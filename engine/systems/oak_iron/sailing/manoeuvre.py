"""Ships move: the questions of a move, and carrying out the answers with collisions and leaving
the table.
"""

from __future__ import annotations

from engine.game.decision import Decision, Dial, Option
from engine.space.plane.contact import touching
from engine.space.plane.hull import on_table
from engine.space.plane.pose import turn_between
from engine.systems.oak_iron.damage import drop_party
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import boats, eye_turns, shifting, turns_twice
from engine.systems.oak_iron.machine import RULES, Ledger, name_of
from engine.systems.oak_iron.sailing.course import (
    Course,
    collide,
    move_speed,
    pose_changed,
    sail,
    shift,
    sound,
    turn,
)
from engine.systems.oak_iron.sailing.scrolling import scroll
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import active, active_ship, hull, seat_of, solids
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import EyeTurn, LastTurn, Manoeuvre, SettleMove, ShiftOffer

HARDLY = 0.01
"""If land stops a ship before she has gone farther than this many inches, she counts as not
moved."""
HARDLY_TURNED = 0.1
"""If land stops a ship before she has turned farther than this many degrees, she counts as not
turned."""


def turn_dial(speed: int) -> Dial:
    """Return the dial for a turn at a speed: whole degrees up to the tool's limit, + to
    starboard.
    """
    most = int(book().measures.tools[speed].turn)
    return Dial(-most, most, 1, below="to port", above="to starboard")


def make_way(ledger: Ledger, course: Course, how: ev.Way, settle: bool = False) -> None:
    """Move a ship along a course: scroll the sea if needed, move her, resolve a collision.

    A collision rolls as many dice as the course's speed. With `settle`, the move also ends here,
    for a course that is a whole move (Row, shift, free move).
    """
    course = scroll(ledger, course)
    ship = ledger.state.ships[course.ship]
    if held_by_land(ledger.state, course):
        return
    if course.end != ship.pose:
        moved = ev.ShipMoved(course.ship, how, course.end, course.poses[:-1], course.speed)
        pose_changed(ledger, moved)
    if course.struck:
        collide(ledger, course.ship, course.struck, course.speed)
    if settle:
        settle_move(ledger, course.ship)


def held_by_land(state: State, course: Course) -> bool:
    """Tell whether land that a ship touches already stops her course before she has moved.

    That is not treated as a collision; otherwise a ship beside land would take damage each time she
    tries to move.
    """
    land = solids(state)
    if not course.struck or any(key not in land for key in course.struck):
        return False
    pose = state.ships[course.ship].pose
    assert pose is not None
    moved = abs(pose.x - course.end.x) + abs(pose.y - course.end.y) > HARDLY
    turned = abs(turn_between(course.end.heading, pose.heading)) > HARDLY_TURNED
    own = hull(state.ships[course.ship])
    return not moved and not turned and any(touching(own, land[key]) for key in course.struck)


def settle_move(ledger: Ledger, ship_id: str) -> None:
    """End a ship's move: if her base is partly off the table, she leaves the battle; check for
    shoals.
    """
    ship = ledger.state.ships[ship_id]
    if ship.pose is not None and not on_table(hull(ship), ledger.state.table.size):
        ledger.write(ev.ShipLeft(ship_id, ship.pose))
        drop_party(ledger, ship_id)
    sound(ledger, ship_id)


# The move of a ship (Oak & Iron ch. 4, Movement Phase, step 3), and sideways shifts that cards
# allow.


SHIFT_STEP = 0.05
"""The step of the dial for a sideways shift, in inches: finer than a ruler can show."""


@RULES.asks(Manoeuvre)
def manoeuvre(state: State, step: Manoeuvre) -> tuple[Decision, ...]:
    """Ask for the ship's move: straight ahead, or with a turn before or after the slide.

    A ship with the rule Yare may turn at both ends.
    """
    activation, ship = active(state)
    if activation.done or not ship.fights:
        return ()
    speed = move_speed(state, ship.id)
    if not speed:
        return ()
    inches = f'{book().measures.tools[speed].length:g}"'
    twice = turns_twice(state, ship)
    options = [
        Option("turn_end", f"sail {inches}, then turn", cmd.Sail("end"), "angle"),
        Option("turn_start", f"turn, then sail {inches}", cmd.Sail("start"), "angle"),
    ]
    if twice:
        label = f"turn, sail {inches}, turn again (her rule: Yare)"
        options.append(Option("turn_twice", label, cmd.Sail("both"), "angle"))
    options.append(Option("straight", f"sail {inches} straight", cmd.Sail()))
    if activation.cut_free:
        options = [*options, *_after_cutting_free(twice)]
    seat = seat_of(state, ship.id)
    prompt = f"{ship.id}: her move"
    dial = turn_dial(speed)
    return (Decision(seat, "manoeuvre", prompt, tuple(options), dial, ship=ship.id),)


def _after_cutting_free(twice: bool) -> list[Option]:
    """Return the further options of a ship that has Cut Free: astern, to either side, or no
    move.
    """
    orders = [("end", "then turn"), ("start", "after a turn")]
    if twice:
        orders.append(("both", "between two turns (her rule: Yare)"))
    options = []
    for towards in ("astern", "port", "starboard"):
        for when, order in orders:
            command = cmd.Sail(when, 0.0, towards)  # type: ignore[arg-type]
            label = f"move 1 {towards}, {order}"
            name = "twice" if when == "both" else when
            options.append(Option(f"{towards}_{name}", label, command, "angle"))
    options.append(Option("stay", "stay where she is", cmd.Pass()))
    return options


@RULES.takes(Manoeuvre)
def take_manoeuvre(ledger: Ledger, step: Manoeuvre, seat: str, command: cmd.AnyCommand) -> None:
    """Make the chosen move; then a ship with the rule Yare may be asked for her second turn.

    She has no second turn if the move ended against land.
    """
    ship = active_ship(ledger.state)
    if not isinstance(command, cmd.Sail):
        ledger.finish()
        return
    speed = move_speed(ledger.state, ship.id)
    course = sail(ledger.state, ship.id, speed, command)
    ashore = bool(course.struck) and not any(key in ledger.state.ships for key in course.struck)
    ledger.finish(*([LastTurn(speed)] if command.turn == "both" and not ashore else []))
    if boats(ledger.state, ship):
        ledger.write(ev.MoveRated(ship.id, speed))
    make_way(ledger, course, "sail")


@RULES.does(Manoeuvre)
def no_manoeuvre(ledger: Ledger, step: Manoeuvre) -> None:
    """End the step for a ship that has no move; In the Wind's Eye she may then turn on the spot."""
    activation, ship = active(ledger.state)
    can_turn = (
        activation.point == "eye"
        and not activation.done
        and ship.fights
        and not (ship.aground or ship.sail == "anchored" or ledger.state.holds(ship.id))
    )
    ledger.finish(*([EyeTurn(eye_turns(ledger.state, ship))] if can_turn else []))


@RULES.asks(LastTurn)
@RULES.asks(EyeTurn)
def further_turn(state: State, step: LastTurn | EyeTurn) -> tuple[Decision, ...]:
    """Ask for a turn on the spot: In the Wind's Eye, or the second turn by the rule Yare."""
    activation, ship = active(state)
    if activation.done or not ship.fights:
        return ()
    if isinstance(step, EyeTurn):
        times = f" {step.left} times" if step.left > 1 else ""
        prompt = f"{ship.id} lies in the wind's eye: you may turn her{times}"
    else:
        prompt = f"{ship.id}: turn her a second time (her rule: Yare)?"
    options = (
        Option("turn", "turn", cmd.Turn(), "angle"),
        Option("hold", "hold this heading", cmd.Pass()),
    )
    speed = step.speed if isinstance(step, LastTurn) else 1
    seat = seat_of(state, ship.id)
    return (Decision(seat, "turn", prompt, options, turn_dial(speed), ship=ship.id),)


@RULES.takes(LastTurn)
@RULES.takes(EyeTurn)
def take_further_turn(
    ledger: Ledger, step: LastTurn | EyeTurn, seat: str, command: cmd.AnyCommand
) -> None:
    """Turn the ship as chosen, or keep her heading."""
    ship = active_ship(ledger.state)
    again = isinstance(step, EyeTurn) and step.left > 1 and isinstance(command, cmd.Turn)
    ledger.finish(*([EyeTurn(step.left - 1)] if again and isinstance(step, EyeTurn) else []))
    if isinstance(command, cmd.Turn):
        speed = step.speed if isinstance(step, LastTurn) else 1
        make_way(ledger, turn(ledger.state, ship.id, command.angle, speed), "turn")


@RULES.does(SettleMove)
def settle(ledger: Ledger, step: SettleMove) -> None:
    """End the move; a ship partly off the table leaves (Oak & Iron ch. 5, Moving off the Table)."""
    ship = active_ship(ledger.state)
    settle_move(ledger, ship.id)
    ledger.finish()


@RULES.asks(ShiftOffer)
def shift_offer(state: State, step: ShiftOffer) -> tuple[Decision, ...]:
    """Ask for the sideways shift that a card allows once, either before or after the move."""
    activation, ship = active(state)
    if activation.done or activation.shifted or not ship.fights:
        return ()
    card = shifting(state, ship)
    if not card:
        return ()
    most = book().measures.tools[1].length
    options = (
        Option(
            "shift",
            f"shift sideways {step.when} the move ({name_of(card)})",
            cmd.Shift(),
            "distance",
            short=f"shift sideways {step.when} the move",
        ),
        Option("no_shift", f"no shift {step.when} the move", cmd.Pass()),
    )
    prompt = f"{ship.id}: shift her sideways {step.when} the move?"
    dial = Dial(
        low=-most,
        high=most,
        step=SHIFT_STEP,
        rest=0.0,
        unit="inches",
        below="to port",
        above="to starboard",
    )
    return (Decision(seat_of(state, ship.id), "shift", prompt, options, dial, ship=ship.id),)


@RULES.takes(ShiftOffer)
def take_shift(ledger: Ledger, step: ShiftOffer, seat: str, command: cmd.AnyCommand) -> None:
    """Shift the ship sideways as chosen, or leave her where she is."""
    ship = active_ship(ledger.state)
    ledger.finish()
    if isinstance(command, cmd.Shift) and command.distance:
        make_way(ledger, shift(ledger.state, ship.id, command.distance), "shift", settle=True)
