"""Reactions to a move: free attacks out of turn (Oak & Iron ch. 4, note on Free Actions; FAQ).

What a card allows is in `effects.reaction`.
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.oak_iron.crew.reaction import answer
from engine.systems.oak_iron.gunnery.fire import declare
from engine.systems.oak_iron.machine.agenda import asks, does, takes
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import Reactions


@asks(Reactions)
def reactions(state: State, step: Reactions) -> tuple[Decision, ...]:
    """Ask the first enemy squadron that has a reaction open."""
    activation = state.activation
    if activation is None:
        return ()
    moved = state.ships[activation.ship]
    if not moved.fights or moved.pose == activation.start:
        return ()
    for key, squadron in state.squadrons.items():
        if squadron.side != state.side_of(moved.id):
            card, options = _options(state, key, moved, activation.reactions)
            if options:
                prompt = f"{name_of(card)}: {moved.id} has ended her move; fire at her?"
                return (Decision(key, "reaction", prompt, options),)
    return ()


def _options(
    state: State, squadron: str, moved: Ship, used: tuple[str, ...]
) -> tuple[str, tuple[Option, ...]]:
    if squadron in used:
        return "", ()
    card, reaction = answer(state, squadron, moved)
    mine = [ship.id for ship in state.own_ships(squadron) if ship.id in used]
    if reaction.once and mine:
        return card, ()
    attacks = [fire for fire in reaction.attacks if fire.ship not in used]
    options = [
        Option(
            "_".join(part for part in (fire.ship, fire.kind, fire.side, _aim(fire)) if part),
            f"{fire.ship} fires {fire.side or 'small arms'} at {_target(fire)}",
            fire,
            subject=fire.ship,
        )
        for fire in attacks
    ]
    return card, (*options, Option("hold", "hold fire", cmd.Pass())) if options else ()


def _aim(fire: cmd.Fire) -> str:
    return "" if fire.aim == "hull" else fire.aim


def _target(fire: cmd.Fire) -> str:
    return f"{fire.target}'s {fire.aim}" if _aim(fire) else fire.target


@takes(Reactions)
def react(ledger: Ledger, step: Reactions, seat: str, command: cmd.AnyCommand) -> None:
    """Make the free attack, then ask again; a pass closes the window for the squadron."""
    if not isinstance(command, cmd.Fire):
        ledger.write(ev.ReactionUsed(seat))
        return
    state = ledger.state
    assert state.activation is not None
    card, reaction = answer(state, seat, state.ships[state.activation.ship])
    ledger.write(ev.ReactionUsed(command.ship))
    declare(ledger, command.ship, command, card, reaction.fatigue_only)


@does(Reactions)
def close_window(ledger: Ledger, step: Reactions) -> None:
    """Close the window; the activation goes on as the ship now is."""
    if ledger.state.activation is not None and ledger.state.activation.reactions:
        ledger.write(ev.ReactionsClosed())
    ledger.finish()
