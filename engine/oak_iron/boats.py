"""Boats with boarders, sent after a slow move; they fight in the Attack Phase (Boat Assault)."""

from __future__ import annotations

from engine.decision import Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, takes
from engine.oak_iron.bases import distance
from engine.oak_iron.effects.boats import BOATS
from engine.oak_iron.effects.moment import name_of
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.sides import enemies, seat_of
from engine.oak_iron.state import State
from engine.oak_iron.steps import LowerBoats
from engine.plane.contact import within


@asks(LowerBoats)
def lower_boats(state: State, step: LowerBoats) -> tuple[Decision, ...]:
    """Ask to which enemy the boats go."""
    assert state.activation is not None
    ship = state.ships[state.activation.ship]
    fastest, reach = BOATS[step.card]()
    if not ship.fights or ship.shaken or (state.activation.rated or 0) > fastest:
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


@takes(LowerBoats)
def take_boats(ledger: Ledger, step: LowerBoats, seat: str, command: cmd.AnyCommand) -> None:
    """Send the boats, or leave it."""
    ledger.finish()
    if isinstance(command, cmd.LowerBoats):
        assert ledger.state.activation is not None
        ledger.write(ev.BoatsLowered(ledger.state.activation.ship, command.target))
