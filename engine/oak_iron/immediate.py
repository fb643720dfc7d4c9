"""Initiative cards that work at once, ship by ship (Oak & Iron ch. 4, Resolve Card Effects).

An effect is registered under its card's id: which ships it may touch, which
options it gives for one of them, and what the answer does.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.decision import Decision, Dial, Option
from engine.oak_iron import commands as cmd
from engine.oak_iron import events as ev
from engine.oak_iron.agenda import asks, takes
from engine.oak_iron.course import turn
from engine.oak_iron.formation import in_formation
from engine.oak_iron.ledger import Ledger
from engine.oak_iron.records import book
from engine.oak_iron.state import Ship, State
from engine.oak_iron.steps import CardEffect
from engine.oak_iron.under_way import make_way, turn_dial


class Effect(msgspec.Struct, frozen=True):
    """An immediate effect: options for one ship, what an answer does, and its dial if any."""

    options: Callable[[State, Ship], list[Option]]
    work: Callable[[Ledger, cmd.AnyCommand], None]
    dial: Callable[[], Dial] | None = None


_EFFECTS: dict[str, Effect] = {}


def has(card: str) -> bool:
    """Tell whether a card works immediately."""
    return card in _EFFECTS


def ships(state: State, squadron: str) -> tuple[str, ...]:
    """Return the ships in Formation, by id: those that such an effect may touch."""
    return tuple(sorted(in_formation(state, squadron)))


@asks(CardEffect)
def card_effect(state: State, step: CardEffect) -> tuple[Decision, ...]:
    """Ask which ship the effect works on next, or whether that was all."""
    effect = _EFFECTS[step.card]
    options = [
        option
        for key in step.ships
        if state.ships[key].fights
        for option in effect.options(state, state.ships[key])
    ]
    if not options:
        return ()
    options.append(Option("done", "no more", cmd.Pass()))
    name = book().cards[step.card].name
    return (
        Decision(
            step.squadron,
            "card_effect",
            f"{name}: which ship?",
            tuple(options),
            dial=effect.dial() if effect.dial else None,
        ),
    )


@takes(CardEffect)
def take_effect(ledger: Ledger, step: CardEffect, seat: str, command: cmd.AnyCommand) -> None:
    """Let the effect work on a ship, and ask again for the others."""
    if isinstance(command, cmd.Pass):
        ledger.finish()
        return
    assert isinstance(command, cmd.ApplyEffect | cmd.FreeTurn)
    left = tuple(key for key in step.ships if key != command.ship)
    ledger.finish(CardEffect(step.squadron, step.card, left))
    ledger.write(ev.EffectApplied(step.squadron, step.card, command.ship))
    _EFFECTS[step.card].work(ledger, command)


def _courage(state: State, ship: Ship) -> list[Option]:
    if not ship.fatigue:
        return []
    label = f"{ship.id} loses 1 fatigue"
    return [Option(f"rally_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)]


def _take_courage(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    fatigue = ledger.state.ships[command.ship].fatigue
    ledger.write(ev.FatigueRemoved(command.ship, 1, fatigue - 1))


def _markers(state: State, ship: Ship) -> list[Option]:
    return [
        Option(
            f"reload_{ship.id}_{side}",
            f"{ship.id} reloads {side}",
            cmd.ApplyEffect(ship.id, side),
            subject=ship.id,
        )
        for side in ship.reload
    ]


def _reload(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    assert command.side
    ledger.write(ev.Reloaded(command.ship, command.side))


def _turns(state: State, ship: Ship) -> list[Option]:
    if ship.aground or ship.sail == "anchored" or state.holds(ship.id):
        return []
    label = f"{ship.id} turns"
    return [Option(f"turn_{ship.id}", label, cmd.FreeTurn(ship.id), dial="angle", subject=ship.id)]


def _fleet_maneuver(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.FreeTurn)
    make_way(ledger, turn(ledger.state, command.ship, command.angle), "free_turn", settle=True)


_EFFECTS["take_courage"] = Effect(_courage, _take_courage)
_EFFECTS["reload"] = Effect(_markers, _reload)
_EFFECTS["fleet_maneuver"] = Effect(_turns, _fleet_maneuver, lambda: turn_dial(1))
