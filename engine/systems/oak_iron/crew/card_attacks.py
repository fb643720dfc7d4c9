"""Attacks besides the attack that each ship has: granted by a card, or in reaction to an enemy's
move (Oak & Iron ch. 4).
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Closed, Decision, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.gunnery.attack import (
    SIDES,
    aims,
    attack_options,
    declare,
    partial_fires,
    storms,
)
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine import RULES, Ledger, Moment, name_of, worth
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import active, active_ship, distance, seat_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import FreeAttack, Reactions, SecondBroadside

# Attacks that a card grants outside a ship's own attack (Oak & Iron ch. 4, Free Actions).
#
# They are made instead of a Crew Action (`CREW_ATTACK`), with a Boarding (`FreeAttack`), or after
# an enemy's move (`reactions`). `granting_card` tells which card an open question is about.


class Grant(msgspec.Struct, frozen=True):
    """The attacks that a card lets a ship make as her Crew Action, and why other attacks are
    closed.
    """

    options: list[Option]
    closed: list[Closed]
    fatigue_only: bool = False
    """Whether the attacks cause Fatigue only: no damage and no critical dice."""


CREW_ATTACK: Moment[Callable[[State, Ship], Grant]] = Moment("crew_attack")
"""Hook called with (state, ship): the attacks that a card lets her make as her Crew Action in the
Movement Phase."""

RALLY_ONLY: Moment[Callable[[], bool]] = Moment("rally_only")
"""Hook called without arguments: whether a card allows a ship no Crew Action except Rally."""


@RALLY_ONLY("down")
def down() -> bool:
    """Down!: the ship may take no Crew Action except Rally."""
    return True


@CREW_ATTACK("rolling_broadsides")
@worth(rolling_broadsides=lambda turn: 0.8 * turn.fight)
def rolling_broadsides(state: State, ship: Ship) -> Grant:
    """Rolling Broadsides: as her Crew Action a ship may make any attack, unless Entangled."""
    return Grant([], []) if state.holds(ship.id) else Grant(*attack_options(state, ship))


@CREW_ATTACK("elan")
def elan(state: State, ship: Ship) -> Grant:
    """Elan: as her Crew Action a ship may make a Partial Fire, or if Entangled a Close Combat."""
    if state.holds(ship.id):
        return Grant(storms(state, ship, "elan"), [])
    return Grant(partial_fires(state, ship, "elan"), [])


@CREW_ATTACK("heavy_musket_volley")
@worth(heavy_musket_volley=lambda turn: 0.4 * turn.fight)
def heavy_musket_volley(state: State, ship: Ship) -> Grant:
    """Heavy Musket Volley: as her Crew Action a ship may fire a Partial Fire at the hull.

    It causes Fatigue only.
    """
    fires = partial_fires(state, ship, "heavy_musket_volley")
    hull = [option for option in fires if option.command.aim == "hull"]
    return Grant([] if state.holds(ship.id) else hull, [], fatigue_only=True)


def crew_attacks(state: State, ship: Ship) -> tuple[str, Grant]:
    """Return (card, grant): a card, and the attacks that it lets a ship make as her Crew Action.

    Without such a card the pair is ('', no attacks). Only the first card in effect counts: a
    squadron has one card face up, so a second one could only be a borrowed card.
    """
    if state.phase == "movement" and ship.fights and not ship.shaken and not ship.cut_free:
        for card, grant in CREW_ATTACK.on(state, ship):
            return card, grant(state, ship)
    return "", Grant([], [])


def rally_only(state: State, ship: Ship) -> str:
    """Return the card that forbids a ship every Crew Action except Rally; '' when none does."""
    return next((card for card, only in RALLY_ONLY.on(state, ship) if only()), "")


def granted(state: State, ship: Ship) -> tuple[str, bool]:
    """Return (card, Fatigue only): the card that lets a ship attack as her Crew Action.

    The second value tells whether that attack causes Fatigue only. The card is '' for none.
    """
    card, grant = crew_attacks(state, ship)
    return card, grant.fatigue_only


@RULES.asks(FreeAttack)
def free_attack(state: State, step: FreeAttack) -> tuple[Decision, ...]:
    """Ask whether the ship makes the free attack that a card gives her."""
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
    """Make the free attack, or hold fire, as the player has answered."""
    ledger.finish()
    if isinstance(command, cmd.Fire):
        declare(ledger, step.ship, command, step.card)


def granting_card(view: State, kind: str, ship: Ship) -> tuple[str, bool]:
    """Return (card, Fatigue only): the card that grants the attacks of the question now open.

    `kind` is the kind of that question. The second value tells whether the attacks cause Fatigue
    only. The card is '' for ordinary attacks.
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


# Reactions to an enemy's move: free attacks out of turn (Oak & Iron ch. 4, Free Actions; FAQ).
#
# `REACTION` lists what each card allows; the `Reactions` step asks and fires.


class Reaction(msgspec.Struct, frozen=True):
    """The attacks that a card lets a squadron make at once when an enemy ship ends its move."""

    attacks: list[cmd.Fire]
    """The free attacks that are legal."""
    once: bool = False
    """Whether only one ship of the squadron may react to each move; if not, each ship may."""
    fatigue_only: bool = False
    """Whether the attacks cause Fatigue only: no damage and no critical dice."""


REACTION: Moment[Callable[[State, str, Ship], Reaction]] = Moment("reaction")
"""Hook called with (state, squadron, the ship that moved): the attacks that a card allows the
squadron in reaction to the move."""


@REACTION("fire_as_she_bears")
@worth(fire_as_she_bears=lambda turn: 0.8 * min(turn.fight, turn.formed))
def fire_as_she_bears(state: State, squadron: str, moved: Ship) -> Reaction:
    """Fire as She Bears: each ship in Formation may react with a Broadside."""
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
    """Small Arms: one ship within Pistol Shot may react with a Partial Fire, for Fatigue only."""
    attacks = [
        cmd.Fire("partial_fire", moved.id, ship=ship.id)
        for ship in state.own_ships(squadron)
        if ship.fights and _at_pistol_shot(state, ship.id, moved.id)
    ]
    return Reaction(attacks, once=True, fatigue_only=True)


def _at_pistol_shot(state: State, ship: str, moved: str) -> bool:
    """Tell whether a Partial Fire is legal and within Pistol Shot; fog makes a range count as
    longer.
    """
    # The distance is cheap to compute and excludes most ships; a shot needs lines of sight.
    if not within(distance(state, ship, moved), book().measures.pistol):
        return False
    at = shot(state, ship, moved, "partial_fire")
    return at.legal and at.reach in ("yard_arm", "pistol")


def reaction_to(state: State, squadron: str, moved: Ship) -> tuple[str, Reaction]:
    """Return (card, reaction): how a card lets a squadron react to a move; card '' for none."""
    for card, react in REACTION.of(state, squadron):
        return card, react(state, squadron, moved)
    return "", Reaction([])


@RULES.asks(Reactions)
def reactions(state: State, step: Reactions) -> tuple[Decision, ...]:
    """Ask the first enemy squadron that may still react to the active ship's move.

    There is no question if the move did not change the ship's pose.
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
            f"{fire.ship} fires {fire.side or 'small arms'} at {fire.target}"
            + (f"'s {fire.aim}" if _aim(fire) else ""),
            fire,
            subject=fire.ship,
        )
        for fire in attacks
    ]
    return card, (*options, Option("hold", "hold fire", cmd.Pass())) if options else ()


def _aim(fire: cmd.Fire) -> str:
    return "" if fire.aim == "hull" else fire.aim


@RULES.takes(Reactions)
def react(ledger: Ledger, step: Reactions, seat: str, command: cmd.AnyCommand) -> None:
    """Carry out the answer to a reaction: make the free attack, or record that the squadron passes.

    After an attack the squadron is asked again; after a pass it cannot react to this move any more.
    """
    if not isinstance(command, cmd.Fire):
        ledger.write(ev.ReactionUsed(seat))
        return
    card, reaction = reaction_to(ledger.state, seat, active_ship(ledger.state))
    ledger.write(ev.ReactionUsed(command.ship))
    declare(ledger, command.ship, command, card, reaction.fatigue_only)


@RULES.does(Reactions)
def close_window(ledger: Ledger, step: Reactions) -> None:
    """End the reactions to this move; the active ship goes on with her activation."""
    if ledger.state.activation is not None and ledger.state.activation.reactions:
        ledger.write(ev.ReactionsClosed())
    ledger.finish()
