"""Free attacks that a card adds to a ship's Boarding (Oak & Iron ch. 4, Free Actions)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.gunnery.fire import declare, partial_fires, storms
from engine.systems.oak_iron.machine.agenda import asks, takes
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.sides import seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import FreeAttack


@asks(FreeAttack)
def free_attack(state: State, step: FreeAttack) -> tuple[Decision, ...]:
    """Ask whether the ship makes the attack."""
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


@takes(FreeAttack)
def take_free_attack(ledger: Ledger, step: FreeAttack, seat: str, command: cmd.AnyCommand) -> None:
    """Make the attack, or leave it."""
    ledger.finish()
    if isinstance(command, cmd.Fire):
        declare(ledger, step.ship, command, step.card)
