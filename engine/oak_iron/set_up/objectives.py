"""Objective terrain and tokens are laid out (Oak & Iron ch. 7, step 1)."""

from __future__ import annotations

from engine.decision import Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, takes
from engine.oak_iron.facts import Objective
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.records import book
from engine.oak_iron.set_up.scoring import ALONE
from engine.oak_iron.set_up.terrain import DIAL
from engine.oak_iron.sides import fleet_of
from engine.oak_iron.state import Ship, State
from engine.oak_iron.steps import LayPiece, LoadTokens, ObjectiveTerrain


def objective(state: State) -> Objective:
    """Return the objective card of a battle."""
    return book().objectives[state.objective]


@asks(ObjectiveTerrain)
def islands(state: State, step: ObjectiveTerrain) -> tuple[Decision, ...]:
    """Ask the defender for an island of the objective, and how it is turned."""
    if not step.left:
        return ()
    there = {piece.id for piece in state.terrain}
    options = tuple(
        Option(key, piece.name, cmd.TakePiece(key), dial="heading")
        for key, piece in book().pieces.items()
        if piece.kind == "island" and key not in there
    )
    name = state.squadrons[state.defender].party
    prompt = f"{name}: which island for {objective(state).name}, and how turned?"
    return (Decision(state.defender, "take_piece", prompt, options, dial=DIAL),)


@takes(ObjectiveTerrain)
def take_island(ledger: Ledger, step: ObjectiveTerrain, seat: str, command: cmd.TakePiece) -> None:
    """Look for the place of the island."""
    lay = LayPiece(seat, command.piece, command.heading, objective=True)
    ledger.finish(lay, ObjectiveTerrain(step.left - 1))


@asks(LoadTokens)
def load(state: State, step: LoadTokens) -> tuple[Decision, ...]:
    """Ask which ship carries a token of the objective."""
    card = objective(state)
    if not card.carrier or not step.left:
        return ()
    attacker = state.plan.attacker if state.plan else ""
    seat = attacker if card.carrier == "attacker" else state.defender
    own = fleet_of(state, seat)
    free = [ship for key in own for ship in state.own_ships(key) if _may_carry(state, ship)]
    options = [
        Option(ship.id, f"{ship.id} {ship.name}".rstrip(), cmd.Load(ship.id), subject=ship.id)
        for ship in free
    ]
    if not options:
        return ()
    if step.left < card.tokens:
        options.append(Option("none", "no more", cmd.Pass(), ends=True))
    prompt = f"{state.squadrons[seat].party}: which ship carries the {card.token}?"
    if card.token == ALONE:
        prompt = f"{state.squadrons[seat].party}: which ship is cut off?"
    return (Decision(seat, "load", prompt, tuple(options)),)


def _may_carry(state: State, ship: Ship) -> bool:
    return not ship.token and (objective(state).token != ALONE or state.is_flagship(ship.id))


@takes(LoadTokens)
def take_load(ledger: Ledger, step: LoadTokens, seat: str, command: cmd.AnyCommand) -> None:
    """Put the token on the ship."""
    if isinstance(command, cmd.Load):
        ledger.write(ev.TokenLaid(command.ship, objective(ledger.state).token))
        ledger.finish(LoadTokens(step.left - 1))
    else:
        ledger.finish()
