"""Events that affect crews, guns, signals and Fortune (Oak & Iron ch. 5, Events)."""

from __future__ import annotations

from engine.game.decision import Option
from engine.systems.oak_iron.crew.actions import rally
from engine.systems.oak_iron.damage.harm import remove_fatigue
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.gunnery.declare import SIDES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.plays.event_deck import EVENTS, DrawnEvent, Order, each_player
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AnyStep

MOST_FORTUNE = 3
"""The Fortune Points above which Providence gives none."""


def _tired(state: State, squadron: str) -> list[Ship]:
    return [ship for ship in state.own_ships(squadron) if ship.fights and ship.fatigue]


def _relief(ship: Ship) -> Option:
    label = f"{ship.id} loses 1 fatigue"
    return Option(f"rally_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)


def _relieve(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    remove_fatigue(ledger, command.ship)


def dolphins(state: State, squadron: str) -> list[Option]:
    """Dolphins: 1 Fatigue comes off one ship of each player."""
    return [_relief(ship) for ship in _tired(state, squadron)]


def _rally(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.ApplyEffect)
    rally(ledger, ledger.state.ships[command.ship])


def second_wind(state: State, squadron: str) -> list[Option]:
    """Second Wind: a free Rally; like any crew action not for a ship that is Entangled."""
    return [_relief(ship) for ship in _tired(state, squadron) if not state.holds(ship.id)]


def damp_powder(state: State, squadron: str) -> list[Option]:
    """Damp Powder: each player puts a reload marker on a loaded side of an enemy ship."""
    side = state.squadrons[squadron].side
    return [
        Option(
            f"damp_{ship.id}_{edge}",
            f"{ship.id} has to reload {edge}",
            cmd.DampPowder(ship.id, edge),
            subject=ship.id,
        )
        for ship in state.ships.values()
        if ship.fights and state.squadrons[ship.squadron].side != side
        for edge in SIDES
        if edge not in ship.reload
    ]


def _dampen(ledger: Ledger, squadron: str, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.DampPowder)
    ledger.write(ev.ReloadMarked(command.ship, command.side))


def _misled(state: State) -> list[str]:
    """Return the squadrons with a card still to choose whose flagship is not in Formation."""
    return [
        key
        for key, squadron in state.squadrons.items()
        if squadron.hand
        and not squadron.face_down
        and squadron.flagship not in in_formation(state, key, for_cards=False)
    ]


def signals_misread(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Signals Misread: a flagship out of Formation gets her squadron's next card at random."""
    misled = _misled(ledger.state)
    for key in order:
        if key in misled:
            # Sorted: the die must choose the same card whatever the order of the hand.
            hand = sorted(ledger.state.squadrons[key].hand)
            card = hand[ledger.chance(len(hand)) - 1]
            ledger.write(ev.CardLaidAtRandom(key, card))
    return ()


def providence(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Providence: a Fortune Point for each squadron that has fewer than 3."""
    for key in order:
        fortune = ledger.state.squadrons[key].fortune
        if fortune < MOST_FORTUNE:
            ledger.write(ev.FortuneGained(key, fortune + 1))
    return ()


def _fortune_wanting(state: State) -> bool:
    return any(squadron.fortune < MOST_FORTUNE for squadron in state.squadrons.values())


each_player("dolphins", dolphins, _relieve)
each_player("second_wind", second_wind, _rally, may=True)
each_player("damp_powder", damp_powder, _dampen)
EVENTS["signals_misread"] = DrawnEvent(lambda state: bool(_misled(state)), signals_misread)
EVENTS["providence"] = DrawnEvent(_fortune_wanting, providence)
