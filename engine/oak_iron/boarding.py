"""Boarding (Oak & Iron ch. 4, Crew Actions): test, close, lie alongside, grapple."""

from __future__ import annotations

from engine.decision import Closed, Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, does, takes
from engine.oak_iron.bases import hull, obstacles
from engine.oak_iron.effects.crew_actions import BOARDED
from engine.oak_iron.effects.fatigue import mark
from engine.oak_iron.grapple import entangle
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.records import book
from engine.oak_iron.shoals import pose_changed, sound
from engine.oak_iron.sides import seat_of
from engine.oak_iron.skill import passed, roll_test, test_pool
from engine.oak_iron.state import Ship, State
from engine.oak_iron.steps import AlongsideChoice, BoardingTest
from engine.plane.alongside import come_alongside
from engine.plane.contact import gap
from engine.plane.pose import Pose


def ways_alongside(state: State, boarder: str, target: str) -> tuple[Pose, ...]:
    """Return the poses that lay a boarder alongside; more than one when they are equal."""
    blocked = {key: body for key, body in obstacles(state, boarder).items() if key != target}
    return come_alongside(
        hull(state.ships[boarder]), hull(state.ships[target]), blocked, state.table.size
    )


def no_boarding(state: State, boarder: str, target: str) -> str:
    """Say why a ship may not board another, '' when it may."""
    ship, other = state.ships[boarder], state.ships[target]
    if not state.opposed(boarder, target):
        return f"{target} is on your own side"
    if not ship.fights:
        return "out of the fight"
    if ship.sail == "anchored" or ship.aground:
        return "not when anchored or aground"
    if state.holds(boarder):
        return "entangled ships take no crew action"
    if ship.shaken:
        return "shaken ships may only rally"
    if gap(hull(ship), hull(other)) > book().measures.yard_arm + 1e-9:
        return "beyond a yard arm"
    activation = state.activation
    if activation is not None and activation.ship == boarder and activation.collided:
        return "not after a collision"
    if not ways_alongside(state, boarder, target):
        return f"no room to lie flush alongside {target}"
    return ""


def boarding_options(state: State, ship: Ship) -> tuple[list[Option], list[Closed]]:
    """Return whom a ship may board, and why not the others near her."""
    options: list[Option] = []
    closed: list[Closed] = []
    near = 2 * book().measures.yard_arm
    dice = test_pool(state, ship.id, "boarding").dice
    for other in state.ships.values():
        if not other.afloat or not state.opposed(ship.id, other.id):
            continue
        if gap(hull(ship), hull(other)) > near:
            continue
        why_not = no_boarding(state, ship.id, other.id)
        label = f"Board {other.id}"
        if why_not:
            closed.append(Closed(label, why_not))
        else:
            text = f"{label}, {dice} dice"
            options.append(Option(f"board_{other.id}", text, cmd.Board(other.id), subject=other.id))
    return options, closed


def take_board(ledger: Ledger, ship: Ship, target: str) -> None:
    """Roll the Skill Test of a boarding."""
    roll_test(ledger, ship.id, BoardingTest(target), "boarding")


@does(BoardingTest)
def boarding_test(ledger: Ledger, step: BoardingTest) -> None:
    """Close with the target when the test was passed."""
    state = ledger.state
    assert state.roll is not None
    if not passed(state):
        ledger.finish()
    elif len(ways_alongside(state, state.roll.ship, step.target)) > 1:
        ledger.finish(AlongsideChoice(step.target))
    else:
        ledger.finish()
        _lie_alongside(ledger, state.roll.ship, step.target, 0)


@asks(AlongsideChoice)
def alongside_choice(state: State, step: AlongsideChoice) -> tuple[Decision, ...]:
    """Ask which of equal ways the boarder takes."""
    assert state.roll is not None
    boarder = state.roll.ship
    options = tuple(
        Option(f"way_{way + 1}", f"heading {pose.heading:.0f}", cmd.LayAlongside(way))
        for way, pose in enumerate(ways_alongside(state, boarder, step.target))
    )
    prompt = f"{boarder}: which way alongside {step.target}?"
    return (Decision(seat_of(state, boarder), "alongside", prompt, options, ship=boarder),)


@takes(AlongsideChoice)
def take_way(ledger: Ledger, step: AlongsideChoice, seat: str, command: cmd.LayAlongside) -> None:
    """Lay the boarder alongside as chosen."""
    assert ledger.state.roll is not None
    ledger.finish()
    _lie_alongside(ledger, ledger.state.roll.ship, step.target, command.way)


def _lie_alongside(ledger: Ledger, boarder: str, target: str, way: int) -> None:
    pose = ways_alongside(ledger.state, boarder, target)[way]
    pose_changed(ledger, ev.ShipMoved(boarder, "board", pose))
    entangle(ledger, boarder, (target,))
    for card, _ in BOARDED.on(ledger.state, ledger.state.ships[boarder]):
        ledger.write(ev.EffectUsed(boarder, card, mark(ledger.state, card)))
    sound(ledger, boarder)
