"""Fleet battles (Oak & Iron ch. 9): whole squadrons are activated in the Movement Phase."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.sides import squadrons_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import NameShip, NameSquadron, SquadronMoves
from engine.systems.oak_iron.turn.movement import ready


def waiting(state: State, squadron: str) -> tuple[Ship, ...]:
    """Return a squadron's ships that have still to move."""
    side = state.squadrons[squadron].side
    return tuple(ship for ship in ready(state, side, "movement") if ship.squadron == squadron)


@RULES.asks(NameSquadron)
def name_squadron(state: State, step: NameSquadron) -> tuple[Decision, ...]:
    """Ask the first seat of the side which squadron moves next."""
    own = squadrons_of(state, step.side)
    options = []
    for key in own:
        ships = waiting(state, key)
        if ships:
            name, first = state.squadrons[key].name, ships[0].id
            label = f"{key} {name}: {', '.join(ship.id for ship in ships)}"
            options.append(Option(key, label, cmd.NameSquadron(key), subject=first))
    prompt = f"{state.squadrons[own[0]].name}: which squadron of the fleet moves next?"
    return (Decision(own[0], "name_squadron", prompt, tuple(options)),)


@RULES.takes(NameSquadron)
def lead(ledger: Ledger, step: NameSquadron, seat: str, command: cmd.NameSquadron) -> None:
    """Begin the squadron's moves; its own seat names the ships."""
    ledger.finish(SquadronMoves(command.squadron))


@RULES.does(SquadronMoves)
def squadron_moves(ledger: Ledger, step: SquadronMoves) -> None:
    """Ask for the squadron's next ship, until each has had its activation."""
    if waiting(ledger.state, step.squadron):
        side = ledger.state.squadrons[step.squadron].side
        ledger.plan(NameShip(side, "movement", step.squadron))
    else:
        ledger.finish()
