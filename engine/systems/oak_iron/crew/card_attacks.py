"""Attacks that a card grants outside a ship's own attack (Oak & Iron ch. 4, Free Actions).

In place of a Crew Action (`CREW_ATTACK`), with a Boarding (`FreeAttack`), or after an
enemy's move (`reactions`). `granting_card` says which of them an open question is about.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Closed, Decision, Option
from engine.systems.oak_iron.crew.reactions import reaction_to
from engine.systems.oak_iron.gunnery.declare import attack_options, declare, partial_fires, storms
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import Moment, name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.sides import seat_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import FreeAttack, SecondBroadside


class Grant(msgspec.Struct, frozen=True):
    """The attacks that a card allows as a ship's Crew Action, and why others are closed."""

    options: list[Option]
    closed: list[Closed]
    fatigue_only: bool = False
    """Whether they cause Fatigue alone: no damage, no critical dice."""


CREW_ATTACK: Moment[Callable[[State, Ship], Grant]] = Moment("crew_attack")
"""(state, ship) to the attacks that she may make as a Crew Action in the Movement Phase."""

RALLY_ONLY: Moment[Callable[[], bool]] = Moment("rally_only")
"""() to whether Rally is her only Crew Action."""


@RALLY_ONLY("down")
def down() -> bool:
    """Down!: it is."""
    return True


@CREW_ATTACK("rolling_broadsides")
@worth(rolling_broadsides=lambda turn: 0.8 * turn.fight)
def rolling_broadsides(state: State, ship: Ship) -> Grant:
    """Rolling Broadsides: any attack, but not while Entangled."""
    return Grant([], []) if state.holds(ship.id) else Grant(*attack_options(state, ship))


@CREW_ATTACK("elan")
def elan(state: State, ship: Ship) -> Grant:
    """Elan: Partial Fire, or Close Combat while Entangled."""
    if state.holds(ship.id):
        return Grant(storms(state, ship, "elan"), [])
    return Grant(partial_fires(state, ship, "elan"), [])


@CREW_ATTACK("heavy_musket_volley")
@worth(heavy_musket_volley=lambda turn: 0.4 * turn.fight)
def heavy_musket_volley(state: State, ship: Ship) -> Grant:
    """Heavy Musket Volley: a Partial Fire at the hull, for Fatigue only."""
    fires = partial_fires(state, ship, "heavy_musket_volley")
    hull = [option for option in fires if option.command.aim == "hull"]
    return Grant([] if state.holds(ship.id) else hull, [], fatigue_only=True)


def crew_attacks(state: State, ship: Ship) -> tuple[str, Grant]:
    """Return (card, grant) of the attacks that a ship may make as her Crew Action; '' for none.

    The first card at work counts: a squadron has one card face up, so that a second such
    card could only be a borrowed one.
    """
    if state.phase == "movement" and ship.fights and not ship.shaken and not ship.cut_free:
        for card, grant in CREW_ATTACK.on(state, ship):
            return card, grant(state, ship)
    return "", Grant([], [])


def rally_only(state: State, ship: Ship) -> str:
    """Return the card that leaves a ship only Rally as a Crew Action, '' when none does."""
    return next((card for card, only in RALLY_ONLY.on(state, ship) if only()), "")


def granted(state: State, ship: Ship) -> tuple[str, bool]:
    """Return (card, fatigue only) of the attacks that a ship may make as her Crew Action."""
    card, grant = crew_attacks(state, ship)
    return card, grant.fatigue_only


@RULES.asks(FreeAttack)
def free_attack(state: State, step: FreeAttack) -> tuple[Decision, ...]:
    """Ask whether the ship makes the free attack."""
    ship = state.ships[step.ship]
    if not ship.fights or ship.shaken:
        return ()
    found = partial_fires if step.kind == "partial_fire" else storms
    options = [
        option for option in found(state, ship, step.card) if option.command.target == step.target
    ]
    if not options:
        return ()
    options.append(Option("hold", "hold", cmd.Pass()))
    prompt = f"{name_of(step.card)}: {ship.id} attacks {step.target}?"
    seat = seat_of(state, ship.id)
    return (Decision(seat, "free_attack", prompt, tuple(options), ship=ship.id),)


@RULES.takes(FreeAttack)
def take_free_attack(ledger: Ledger, step: FreeAttack, seat: str, command: cmd.AnyCommand) -> None:
    """Make the free attack, or hold fire."""
    ledger.finish()
    if isinstance(command, cmd.Fire):
        declare(ledger, step.ship, command, step.card)


def granting_card(view: State, kind: str, ship: Ship) -> tuple[str, bool]:
    """Return (card, fatigue only) of the attacks in an open question; '' when no card grants them.

    `kind` is that of the question. Fatigue only: the attack does no damage.
    """
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, FreeAttack | SecondBroadside):
        return step.card, False
    if kind == "crew_action":
        return granted(view, ship)
    if kind == "reaction" and view.activation is not None:
        moved = view.ships[view.activation.ship]
        card, reaction = reaction_to(view, ship.squadron, moved)
        return card, reaction.fatigue_only
    return "", False
