"""Boats with boarders (Boat Assault): sent after a slow move, they fight in the Attack Phase."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.effects.sailing import BOATS
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import active, active_ship, enemies, seat_of
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import LowerBoats


@RULES.asks(LowerBoats)
def lower_boats(state: State, step: LowerBoats) -> tuple[Decision, ...]:
    """Ask which enemy the boats are sent to; nothing after a fast move."""
    activation, ship = active(state)
    fastest, reach = BOATS[step.card]()
    if not ship.fights or ship.shaken or (activation.rated or 0) > fastest:
        return ()
    options = [
        Option(f"boats_{foe.id}", f"boats to {foe.id}", cmd.LowerBoats(foe.id), subject=foe.id)
        for foe in enemies(state, ship.id)
        if within(distance(state, ship.id, foe.id), reach)
    ]
    if not options:
        return ()
    options.append(Option("none", "no boats", cmd.Pass()))
    prompt = f"{name_of(step.card)}: where do the boats of {ship.id} go?"
    return (Decision(seat_of(state, ship.id), "boats", prompt, tuple(options), ship=ship.id),)


@RULES.takes(LowerBoats)
def take_boats(ledger: Ledger, step: LowerBoats, seat: str, command: cmd.AnyCommand) -> None:
    """Send the boats, or keep them aboard."""
    ledger.finish()
    if isinstance(command, cmd.LowerBoats):
        ledger.write(ev.BoatsLowered(active_ship(ledger.state).id, command.target))
