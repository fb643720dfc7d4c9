"""Boarding, boats with boarders, landing parties (Oak & Iron ch. 4, Crew Actions)."""

from __future__ import annotations

from typing import Any

from engine.base.text import pluralized
from engine.game.decision import Area, Closed, Decision, Option
from engine.space.plane.contact import gap, within
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.crew_actions import BOARDED, fights_on, fires_first, sure_grip
from engine.systems.oak_iron.effects.hits import mark
from engine.systems.oak_iron.effects.sailing import BOATS
from engine.systems.oak_iron.machine import RULES, Ledger, name_of
from engine.systems.oak_iron.sailing.course import pose_changed, sound
from engine.systems.oak_iron.sailing.grapple import entangle
from engine.systems.oak_iron.sailing.seamanship import passed, roll_test, test_pool
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.ships import (
    LAND,
    active,
    active_ship,
    area,
    distance,
    enemies,
    hull,
    obstacles,
    seat_of,
)
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.alongside import come_alongside

# Boats with boarders (Boat Assault): sent after a slow move, they fight in the Attack Phase.


@RULES.asks(st.LowerBoats)
def lower_boats(state: State, step: st.LowerBoats) -> tuple[Decision, ...]:
    """Ask which enemy the ship sends her boats to.

    There is no question if she moved too fast to lower boats, or if no enemy is in reach.
    """
    activation, ship = active(state)
    fastest, reach = BOATS[step.card]()
    if not ship.fights or ship.shaken or (activation.rated or 0) > fastest:
        return ()
    options = [
        Option(f"boats_{foe.id}", f"send boats to {foe.id}", cmd.LowerBoats(foe.id), subject=foe.id)
        for foe in enemies(state, ship.id)
        if within(distance(state, ship.id, foe.id), reach)
    ]
    if not options:
        return ()
    options.append(Option("none", "send no boats", cmd.Pass()))
    prompt = f"{name_of(step.card)}: where do the boats of {ship.id} go?"
    return (Decision(seat_of(state, ship.id), "boats", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.LowerBoats)
def take_boats(ledger: Ledger, step: st.LowerBoats, seat: str, command: cmd.AnyCommand) -> None:
    """Send the boats to the chosen enemy, or keep them aboard."""
    ledger.finish()
    if isinstance(command, cmd.LowerBoats):
        ledger.write(ev.BoatsLowered(active_ship(ledger.state).id, command.target))


# Landing parties (Oak & Iron ch. 4, Crew Actions).


SLIVER = 0.01
"""A piece of shore of this many square inches or less is a rounding error, not a place to land."""


def no_landing(state: State, ship: Ship) -> str:
    """Return why a ship may not send a landing party ashore, '' when she may."""
    if ship.sail != "anchored":
        return "only an anchored ship lands a party"
    if ship.shaken:
        return "a shaken ship lands no party"
    if ship.landing_party is not None:
        return "her party is already ashore"
    return "" if _shores(state, ship) else "no land within pistol shot"


def _shores(state: State, ship: Ship) -> list[Any]:
    """Return the parts of near land where a ship's landing party may go, as polygons.

    The land must be within Pistol Shot of the ship; the party may go as far as Musket Shot from
    her.
    """
    measures = book().measures
    own = hull(ship).polygon
    lands = [area(piece) for piece in state.terrain if piece.kind in LAND]
    near = [land for land in lands if within(own.distance(land), measures.pistol)]
    if not near:
        return []
    from shapely import get_parts

    reach = own.buffer(measures.musket)
    parts = [part for land in near for part in get_parts(land.intersection(reach))]
    return [part for part in parts if part.geom_type == "Polygon" and part.area > SLIVER]


def landing_area(state: State, ship: Ship) -> Area | None:
    """Return the area where a landing party may be put ashore; None when landing is not allowed."""
    if not state.terrain or no_landing(state, ship):
        return None
    shores = _shores(state, ship)
    rest = shores[0].representative_point()
    outlines = tuple(tuple((x, y) for x, y in shore.exterior.coords[:-1]) for shore in shores)
    return Area(outlines, (round(rest.x, 4), round(rest.y, 4)))


# Boarding (Oak & Iron ch. 4, Crew Actions): a Skill Test, then come alongside and grapple.


def ways_alongside(state: State, boarder: str, target: str) -> tuple[Pose, ...]:
    """Return the poses in which the boarder can lie alongside the target.

    There are several only if the boarder must turn by the same angle for each of them.
    """
    blocked = {key: body for key, body in obstacles(state, boarder).items() if key != target}
    return come_alongside(
        hull(state.ships[boarder]), hull(state.ships[target]), blocked, state.table.size
    )


def no_boarding(state: State, boarder: str, target: str) -> str:
    """Return why a ship may not board another ship; '' when she may. Oak & Iron ch. 4, Board."""
    ship, other = state.ships[boarder], state.ships[target]
    if not state.opposed(boarder, target):
        return f"{target} is on your own side"
    if why_not := _unable_to_board(state, ship):
        return why_not
    if not within(gap(hull(ship), hull(other)), book().measures.yard_arm):
        return "farther off than a yard arm"
    activation = state.activation
    if activation is not None and activation.ship == boarder and activation.collided:
        return "she has collided"
    room = ways_alongside(state, boarder, target)
    return "" if room else f"no room to lie flush alongside {target}"


def _unable_to_board(state: State, ship: Ship) -> str:
    if not ship.fights:
        return "she is out of the fight"
    if ship.sail == "anchored" or ship.aground:
        return "she is anchored or aground"
    if state.holds(ship.id):
        return "entangled ships take no crew action"
    return "shaken ships may only rally" if ship.shaken else ""


def boarding_options(state: State, ship: Ship) -> tuple[list[Option], list[Closed]]:
    """Return the ships that `ship` may board, and the near ships that she may not, with the
    reasons.
    """
    options: list[Option] = []
    closed: list[Closed] = []
    # A closed target is listed with its reason only if the boarder could nearly reach it.
    near = 2 * book().measures.yard_arm
    dice = test_pool(state, ship.id, "boarding").dice
    for other in state.ships.values():
        if not other.afloat or not state.opposed(ship.id, other.id):
            continue
        if not within(gap(hull(ship), hull(other)), near):
            continue
        why_not = no_boarding(state, ship.id, other.id)
        label = f"Board {other.id}"
        if why_not:
            closed.append(Closed(label, why_not))
        else:
            sure = sure_grip(state, ship, other)
            text = f"{label}, {name_of(sure) if sure else pluralized(dice, 'die', 'dice')}"
            options.append(Option(f"board_{other.id}", text, cmd.Board(other.id), subject=other.id))
    return options, closed


def take_board(ledger: Ledger, ship: Ship, target: str) -> None:
    """Begin a boarding; if a card lets the boarder fire first, plan that attack before it."""
    card = fires_first(ledger.state, ship)
    if card:
        ledger.finish(st.FreeAttack(ship.id, target, "partial_fire", card), st.TryBoarding(target))
    else:
        _try(ledger, ship, target)


@RULES.does(st.TryBoarding)
def try_boarding(ledger: Ledger, step: st.TryBoarding) -> None:
    """Attempt the boarding after the boarder's free Partial Fire, if boarding is still legal."""
    ship = active_ship(ledger.state)
    if no_boarding(ledger.state, ship.id, step.target):
        ledger.finish()
    else:
        _try(ledger, ship, step.target)


def _try(ledger: Ledger, ship: Ship, target: str) -> None:
    """Roll the Skill Test of a boarding, or board at once if a card makes the test unnecessary."""
    card = sure_grip(ledger.state, ship, ledger.state.ships[target])
    if card:
        ledger.write(ev.EffectApplied(ship.squadron, card, ship.id))
        _close(ledger, ship.id, target)
    else:
        roll_test(ledger, ship.id, st.BoardingTest(target), "boarding")


@RULES.does(st.BoardingTest)
def boarding_test(ledger: Ledger, step: st.BoardingTest) -> None:
    """Bring the boarder alongside the target if she passed the Skill Test."""
    if passed(ledger.state):
        _close(ledger, active_ship(ledger.state).id, step.target)
    else:
        ledger.finish()


def _close(ledger: Ledger, boarder: str, target: str) -> None:
    """Lay the boarder alongside the target; if several poses are possible, first ask which one."""
    if len(ways_alongside(ledger.state, boarder, target)) > 1:
        ledger.finish(st.AlongsideChoice(target))
    else:
        ledger.finish()
        _lie_alongside(ledger, boarder, target, 0)


@RULES.asks(st.AlongsideChoice)
def alongside_choice(state: State, step: st.AlongsideChoice) -> tuple[Decision, ...]:
    """Ask which of several possible poses alongside the target the boarder takes."""
    boarder = active_ship(state).id
    options = tuple(
        Option(f"way_{way + 1}", f"heading {pose.heading:.0f}", cmd.LayAlongside(way))
        for way, pose in enumerate(ways_alongside(state, boarder, step.target))
    )
    prompt = f"{boarder}: which way alongside {step.target}?"
    return (Decision(seat_of(state, boarder), "alongside", prompt, options, ship=boarder),)


@RULES.takes(st.AlongsideChoice)
def take_way(
    ledger: Ledger, step: st.AlongsideChoice, seat: str, command: cmd.LayAlongside
) -> None:
    """Lay the boarder alongside in the chosen pose."""
    ledger.finish()
    _lie_alongside(ledger, active_ship(ledger.state).id, step.target, command.way)


def _lie_alongside(ledger: Ledger, boarder: str, target: str, way: int) -> None:
    """Move the boarder alongside, Entangle the ships, and check for shoals on the way.

    A card may add a Close Combat at once.
    """
    pose = ways_alongside(ledger.state, boarder, target)[way]
    pose_changed(ledger, ev.ShipMoved(boarder, "board", pose))
    entangle(ledger, boarder, (target,))
    for card, _ in BOARDED.on(ledger.state, ledger.state.ships[boarder]):
        ledger.write(ev.EffectUsed(boarder, card, mark(ledger.state, card)))
    sound(ledger, boarder)
    if card := fights_on(ledger.state, ledger.state.ships[boarder]):
        ledger.plan(st.FreeAttack(boarder, target, "close_combat", card))
