"""Reactions to an enemy's move: free attacks out of turn (Oak & Iron ch. 4, Free Actions; FAQ).

`REACTION` holds what each card allows; the `Reactions` step asks and fires.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.gunnery.declare import SIDES, aims, declare
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import Moment, name_of
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import active, active_ship
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import Reactions


class Reaction(msgspec.Struct, frozen=True):
    """What a card lets a squadron do when an enemy ends its move."""

    attacks: list[cmd.Fire]
    """The free attacks that are legal."""
    once: bool = False
    """Whether only one ship may react to a move, instead of each."""
    fatigue_only: bool = False
    """Whether the attacks cause Fatigue alone: no damage, no critical dice."""


REACTION: Moment[Callable[[State, str, Ship], Reaction]] = Moment("reaction")
"""(state, squadron, the ship that moved) to what the squadron may do."""


@REACTION("fire_as_she_bears")
@worth(fire_as_she_bears=lambda turn: 0.8 * min(turn.fight, turn.formed))
def fire_as_she_bears(state: State, squadron: str, moved: Ship) -> Reaction:
    """Fire as She Bears: a Broadside of each ship in Formation."""
    formed = in_formation(state, squadron)
    return Reaction(
        [
            cmd.Fire("broadside", moved.id, side, aim, ship=key)
            for key in sorted(formed)
            for side in SIDES
            for aim in aims(state)
            if shot(state, key, moved.id, "broadside", side, aim).legal
        ]
    )


@REACTION("small_arms")
@worth(small_arms=lambda turn: 0.3 * turn.fight)
def small_arms(state: State, squadron: str, moved: Ship) -> Reaction:
    """Small Arms: a Partial Fire of one ship within Pistol Shot, for Fatigue only."""
    attacks = [
        cmd.Fire("partial_fire", moved.id, ship=ship.id)
        for ship in state.own_ships(squadron)
        if ship.fights and _at_pistol_shot(state, ship.id, moved.id)
    ]
    return Reaction(attacks, once=True, fatigue_only=True)


def _at_pistol_shot(state: State, ship: str, moved: str) -> bool:
    """Tell whether a Partial Fire is legal and within Pistol Shot, with fog taken into account."""
    # The distance is cheap and rules most ships out; a shot looks along lines of sight.
    if not within(distance(state, ship, moved), book().measures.pistol):
        return False
    at = shot(state, ship, moved, "partial_fire")
    return at.legal and at.reach in ("yard_arm", "pistol")


def reaction_to(state: State, squadron: str, moved: Ship) -> tuple[str, Reaction]:
    """Return (card, reaction) of a squadron to a move; the card is '' when it has none."""
    for card, react in REACTION.of(state, squadron):
        return card, react(state, squadron, moved)
    return "", Reaction([])


@RULES.asks(Reactions)
def reactions(state: State, step: Reactions) -> tuple[Decision, ...]:
    """Ask the first enemy squadron that may still react to the move.

    A ship that did not change her pose gives no occasion.
    """
    activation, moved = active(state)
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
    card, reaction = reaction_to(state, squadron, moved)
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


@RULES.takes(Reactions)
def react(ledger: Ledger, step: Reactions, seat: str, command: cmd.AnyCommand) -> None:
    """Make the free attack, then ask again; a pass ends the squadron's reactions to this move."""
    if not isinstance(command, cmd.Fire):
        ledger.write(ev.ReactionUsed(seat))
        return
    card, reaction = reaction_to(ledger.state, seat, active_ship(ledger.state))
    ledger.write(ev.ReactionUsed(command.ship))
    declare(ledger, command.ship, command, card, reaction.fatigue_only)


@RULES.does(Reactions)
def close_window(ledger: Ledger, step: Reactions) -> None:
    """End the reactions to this move; the ship's activation goes on."""
    if ledger.state.activation is not None and ledger.state.activation.reactions:
        ledger.write(ev.ReactionsClosed())
    ledger.finish()
