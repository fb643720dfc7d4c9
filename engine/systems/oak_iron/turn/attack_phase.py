"""A ship's activation in the Attack Phase (Oak & Iron ch. 4): attack, crew action, or neither."""

from __future__ import annotations

from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.crew.actions import actions, do_action
from engine.systems.oak_iron.crew.landing import landing_area
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.declare import attack_options, declare, second_sides
from engine.systems.oak_iron.gunnery.fire_ship import burn, burning_options
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import active, active_ship, enemies, seat_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AttackChoice, SecondBroadside


@RULES.asks(AttackChoice)
def attack_choice(state: State, step: AttackChoice) -> tuple[Decision, ...]:
    """Ask for an attack, or for a crew action when no enemy is within Pistol Shot.

    Crew actions instead of attacks came with version 1.02 of the rules.
    """
    ship = active_ship(state)
    options, closed = attack_options(state, ship)
    options += burning_options(state, ship)
    near = _too_near(state, ship)
    area = None
    if near:
        closed.append(Closed("a crew action instead", near))
    else:
        found, shut = actions(state, ship)
        options += [option for option in found if not isinstance(option.command, cmd.Fire)]
        closed += shut
        area = landing_area(state, ship)
    if not options:
        return ()
    options.append(Option("hold", "hold fire", cmd.Pass(), ends=True))
    seat = seat_of(state, ship.id)
    prompt = f"{ship.id}: attack, or a crew action?" if not near else f"{ship.id}: attack?"
    choice = Decision(
        seat=seat,
        kind="attack",
        prompt=prompt,
        options=tuple(options),
        dial=None,
        area=area,
        closed=tuple(closed),
        ship=ship.id,
    )
    return (choice,)


def _too_near(state: State, ship: Ship) -> str:
    """Say why a ship may take no crew action instead of an attack, '' when she may."""
    if state.holds(ship.id):
        return "entangled ships take no crew action"
    pistol = book().measures.pistol
    for enemy in enemies(state, ship.id):
        if within(distance(state, ship.id, enemy.id), pistol):
            return f"{enemy.id} is within pistol shot"
    return ""


@RULES.takes(AttackChoice)
def take_choice(ledger: Ledger, step: AttackChoice, seat: str, command: cmd.AnyCommand) -> None:
    """Declare the attack, do the crew action, or hold fire."""
    ship = active_ship(ledger.state)
    if isinstance(command, cmd.Fire):
        ledger.finish()
        declare(ledger, ship.id, command)
    elif isinstance(command, cmd.Pass):
        ledger.finish()
    elif isinstance(command, cmd.Burn):
        burn(ledger, ship, command.target)
    else:
        do_action(ledger, ship, command)


@RULES.asks(SecondBroadside)
def second_broadside(state: State, step: SecondBroadside) -> tuple[Decision, ...]:
    """Ask whether the ship fires her other broadside as well."""
    activation, ship = active(state)
    options = second_sides(state, ship, activation.fired) if ship.fights else []
    if not options:
        return ()
    options.append(Option("hold", "hold the other broadside", cmd.Pass()))
    prompt = f"{ship.id}: fire the other broadside?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "second_broadside", prompt, tuple(options), ship=ship.id),)


@RULES.takes(SecondBroadside)
def take_second(ledger: Ledger, step: SecondBroadside, seat: str, command: cmd.AnyCommand) -> None:
    """Fire the other broadside, or hold fire."""
    ship = active_ship(ledger.state)
    ledger.finish()
    if isinstance(command, cmd.Fire):
        declare(ledger, ship.id, command, step.card)
