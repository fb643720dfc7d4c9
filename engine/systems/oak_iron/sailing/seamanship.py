"""Seamanship Actions (Oak & Iron ch. 4, Movement Phase, step 2)."""

from __future__ import annotations

from typing import Literal

from engine.base.text import counted
from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import TOUCH, gap
from engine.space.plane.hull import hull_at
from engine.space.plane.sweep import Swept
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.sailing.course import pose_changed, rating, turn
from engine.systems.oak_iron.sailing.grapple import pair, part
from engine.systems.oak_iron.sailing.manoeuvre import make_way, turn_dial
from engine.systems.oak_iron.sailing.skill import passed, roll_test, test_pool
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hull, hulls, obstacles
from engine.systems.oak_iron.state.sides import active, active_ship, seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import SeamanshipAction, SeamanshipOffer
from engine.systems.oak_iron.table.alongside import clear_away

NOTHING = "none"
"""The option to take no action."""


@RULES.asks(SeamanshipOffer)
def seamanship_offer(state: State, step: SeamanshipOffer) -> tuple[Decision, ...]:
    """Ask whether to attempt the Skill Test; nothing when no action would be open after it."""
    activation, ship = active(state)
    options, closed = actions(state)
    if not options or not ship.fights or activation.done:
        return ()
    words = ", ".join(option.label for option in options)
    dice = test_pool(state, ship.id, "seamanship").dice
    choices = (
        Option(
            "attempt", f"attempt a Skill Test, {counted(dice, 'die', 'dice')}", cmd.Seamanship()
        ),
        Option(NOTHING, "sail on without one", cmd.Pass()),
    )
    prompt = f"{ship.id}: a Seamanship Action ({words})?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "seamanship", prompt, choices, closed=closed, ship=ship.id),)


@RULES.takes(SeamanshipOffer)
def take_offer(ledger: Ledger, step: SeamanshipOffer, seat: str, command: cmd.AnyCommand) -> None:
    """Roll the Skill Test, or sail on."""
    if isinstance(command, cmd.Pass):
        ledger.finish()
        return
    ship = active_ship(ledger.state)
    roll_test(ledger, ship.id, SeamanshipAction(), "seamanship")


@RULES.asks(SeamanshipAction)
def seamanship_action(state: State, step: SeamanshipAction) -> tuple[Decision, ...]:
    """Ask which action the passed test is used for; nothing after a failed one."""
    if not passed(state):
        return ()
    ship = active_ship(state)
    options, closed = actions(state)
    options = (*options, Option(NOTHING, "none of them", cmd.Pass()))
    return (
        Decision(
            seat_of(state, ship.id),
            "seamanship_action",
            f"{ship.id} passed the test: which Seamanship Action?",
            options,
            dial=turn_dial(1),
            closed=closed,
            ship=ship.id,
        ),
    )


@RULES.takes(SeamanshipAction)
def take_action(ledger: Ledger, step: SeamanshipAction, seat: str, command: cmd.AnyCommand) -> None:
    """Do the chosen Seamanship Action."""
    ship = active_ship(ledger.state)
    ledger.finish()
    match command:
        case cmd.ChangeHeading(angle=angle):
            make_way(ledger, turn(ledger.state, ship.id, angle), "change_heading")
        case cmd.AdjustSpeed(by=by):
            ledger.write(ev.SpeedAdjusted(ship.id, by))
        case cmd.CutFree():
            cut_free(ledger, ship.id)


def actions(state: State) -> tuple[tuple[Option, ...], tuple[Closed, ...]]:
    """Return the open actions of the active ship, and why the others are closed."""
    activation, ship = active(state)
    options: list[Option] = []
    closed: list[Closed] = []
    if ship.shaken:
        return (), (Closed("Seamanship Action", "a shaken ship may not take one"),)
    point = activation.point or "windward"
    eye = "in the wind's eye" if point == "eye" else ""
    held = "entangled" if state.holds(ship.id) else "aground" if ship.aground else eye
    if held:
        closed.append(Closed("Change Heading", held))
    else:
        options.append(Option("change_heading", "Change Heading", cmd.ChangeHeading(), "angle"))
    changes: tuple[tuple[str, str, Literal[1, -1]], ...] = (
        ("faster", "Adjust Speed up", 1),
        ("slower", "Adjust Speed down", -1),
    )
    for key, label, by in changes:
        stopped = held or ("anchored" if ship.sail == "anchored" else "")
        now = rating(state, ship.id, point, 0).value
        then = rating(state, ship.id, point, by).value
        if stopped:
            closed.append(Closed(label, stopped))
        elif now == then:
            closed.append(Closed(label, f"the speed would stay {now}"))
        else:
            options.append(Option(key, f"{label} to {then}", cmd.AdjustSpeed(by)))
    why_not = no_cut_free(state, ship.id)
    if why_not:
        closed.append(Closed("Cut Free", why_not))
    else:
        options.append(Option("cut_free", "Cut Free", cmd.CutFree()))
    return tuple(options), tuple(closed)


def no_cut_free(state: State, ship_id: str) -> str:
    """Say why a ship cannot Cut Free, '' when she can."""
    if not state.holds(ship_id):
        return "not entangled"
    if state.ships[ship_id].aground:
        return "aground"
    return "" if free_slide(state, ship_id) else "there is no room a yard arm away from all ships"


def free_slide(state: State, ship_id: str) -> Swept | None:
    """Return the slide that frees a ship from all that she is Entangled with; None without room.

    It goes Directly Away as far as she must to lie a Yard Arm from each of them: at least a Yard
    Arm, at most two. Every other ship must then lie a Yard Arm or more away.
    """
    yard_arm = book().measures.yard_arm
    own = hull(state.ships[ship_id])
    others = hulls(state, ship_id)
    left = {key: others[key] for key in state.holds(ship_id)}
    swept = clear_away(own, left, yard_arm, obstacles(state, ship_id), state.table.size)
    if swept is None:
        return None
    there = hull_at(swept.pose, own.length, own.width)
    clear = all(gap(there, other) >= yard_arm - TOUCH for other in others.values())
    return swept if clear else None


def cut_free(ledger: Ledger, ship_id: str) -> bool:
    """Slide a ship free of all that she is Entangled with, and tell whether she could."""
    swept = None if ledger.state.ships[ship_id].aground else free_slide(ledger.state, ship_id)
    if swept is None:
        return False
    pose_changed(ledger, ev.ShipMoved(ship_id, "cut_free", swept.pose))
    part(ledger, tuple(pair(ship_id, other) for other in ledger.state.holds(ship_id)))
    ledger.write(ev.CutLoose(ship_id))
    return True
