"""Reactions to a move: free attacks out of turn (Oak & Iron ch. 4, note on Free Actions; FAQ).

A card's reaction is registered under its id: the attacks that a ship may make at
the one that has just moved, and whether one ship or each may use the window.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.decision import Decision, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, does, takes
from engine.oak_iron.bases import distance
from engine.oak_iron.fire import SIDES, aims, declare
from engine.oak_iron.formation import in_formation
from engine.oak_iron.gunnery import shot
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.records import book
from engine.oak_iron.state import Ship, State
from engine.oak_iron.steps import Reactions


class Reaction(msgspec.Struct, frozen=True):
    """What a card lets a squadron do when an enemy ends its move."""

    attacks: Callable[[State, str, Ship], list[cmd.Fire]]
    """(state, squadron, the ship that moved) to the free attacks that are legal."""
    once: bool = False
    """One ship a window, not each."""
    fatigue_only: bool = False


def _fire_as_she_bears(state: State, squadron: str, moved: Ship) -> list[cmd.Fire]:
    formed = in_formation(state, squadron)
    return [
        cmd.Fire("broadside", moved.id, side, aim, ship=key)
        for key in sorted(formed)
        for side in SIDES
        for aim in aims(state)
        if shot(state, key, moved.id, "broadside", side, aim).legal
    ]


def _small_arms(state: State, squadron: str, moved: Ship) -> list[cmd.Fire]:
    pistol = book().measures.pistol
    return [
        cmd.Fire("partial_fire", moved.id, ship=ship.id)
        for ship in state.own_ships(squadron)
        if ship.fights
        and distance(state, ship.id, moved.id) <= pistol
        and shot(state, ship.id, moved.id, "partial_fire").legal
    ]


_REACTIONS = {
    "fire_as_she_bears": Reaction(_fire_as_she_bears),
    "small_arms": Reaction(_small_arms, once=True, fatigue_only=True),
}


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
        if squadron.side != state.side_of(moved.id) and squadron.face_up in _REACTIONS:
            options = _options(state, key, moved, activation.reactions)
            if options:
                name = book().cards[squadron.face_up].name
                prompt = f"{name}: {moved.id} has ended her move; fire at her?"
                return (Decision(key, "reaction", prompt, options),)
    return ()


def _options(state: State, squadron: str, moved: Ship, used: tuple[str, ...]) -> tuple[Option, ...]:
    reaction = _REACTIONS[state.squadrons[squadron].face_up]
    mine = [ship.id for ship in state.own_ships(squadron) if ship.id in used]
    if squadron in used or (reaction.once and mine):
        return ()
    attacks = [fire for fire in reaction.attacks(state, squadron, moved) if fire.ship not in used]
    options = [
        Option(
            "_".join(part for part in (fire.ship, fire.kind, fire.side, _aim(fire)) if part),
            f"{fire.ship} fires {fire.side or 'small arms'} at {_target(fire)}",
            fire,
            subject=fire.ship,
        )
        for fire in attacks
    ]
    return (*options, Option("hold", "hold fire", cmd.Pass())) if options else ()


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
    reaction = _REACTIONS[ledger.state.squadrons[seat].face_up]
    ledger.write(ev.ReactionUsed(command.ship))
    card = ledger.state.squadrons[seat].face_up
    declare(ledger, command.ship, command, card, reaction.fatigue_only)


@does(Reactions)
def close_window(ledger: Ledger, step: Reactions) -> None:
    """Close the window; the activation goes on as the ship now is."""
    if ledger.state.activation is not None and ledger.state.activation.reactions:
        ledger.write(ev.ReactionsClosed())
    ledger.finish()
