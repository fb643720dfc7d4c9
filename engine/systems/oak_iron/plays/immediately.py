"""Initiative cards that work at once (Oak & Iron ch. 4, Resolve Card Effects).

A card gives the steps that its effect takes. One that works ship by ship has an
`Effect` besides: the options for a ship, and what the answer does.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Dial, Option
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.in_formation import in_formation
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.sailing.course import slide_ahead, turn
from engine.systems.oak_iron.sailing.under_way import make_way, turn_dial
from engine.systems.oak_iron.sailing.wind import in_the_eye
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    BorrowCard,
    CardEffect,
    CardTest,
    LayShoal,
    RelieveAll,
)
from engine.systems.oak_iron.victory import strike


class Effect(msgspec.Struct, frozen=True):
    """An effect ship by ship: options for one, what an answer does, and its dial if any."""

    options: Callable[[State, Ship], list[Option]]
    work: Callable[[Ledger, cmd.AnyCommand], None]
    dial: Callable[[], Dial] | None = None


IMMEDIATELY: Moment[Callable[[State, str, str], AnyStep]] = Moment("immediately")
"""(state, squadron, card) to the step of the card's effect."""


def steps(state: State, squadron: str, card: str) -> tuple[AnyStep, ...]:
    """Return the steps of a card's immediate effect; none when it has no such effect."""
    return (IMMEDIATELY[card](state, squadron, card),) if card in IMMEDIATELY else ()


@IMMEDIATELY("take_courage", "reload", "fleet_maneuver")
def in_line(state: State, squadron: str, card: str) -> AnyStep:
    """Take Courage, Reload!, Fleet Maneuver: for ships in Formation."""
    return CardEffect(squadron, card, tuple(sorted(in_formation(state, squadron))))


@IMMEDIATELY("fast_loaders", "swift_vessels")
def all_ships(state: State, squadron: str, card: str) -> AnyStep:
    """Fast Loaders, Swift Vessels: for every ship."""
    return CardEffect(squadron, card, _fit(state, squadron))


@IMMEDIATELY("intrepid")
def intrepid(state: State, squadron: str, card: str) -> AnyStep:
    """Intrepid: for ships within Musket Shot of the Flagship."""
    flag = state.squadrons[squadron].flagship
    there = flag in state.ships and state.ships[flag].afloat
    musket = book().measures.musket
    near = [
        key
        for key in _fit(state, squadron)
        if there and (key == flag or within(distance(state, key, flag), musket))
    ]
    return CardEffect(squadron, card, tuple(near))


@IMMEDIATELY("double_rations")
def double_rations(state: State, squadron: str, card: str) -> AnyStep:
    """Double Rations: 1 Fatigue off every ship."""
    return RelieveAll(squadron, card, _fit(state, squadron))


@IMMEDIATELY("doughty")
def doughty(state: State, squadron: str, card: str) -> AnyStep:
    """Doughty: 1 Fatigue off every ship, if Strike Points were counted last turn."""
    last = state.squadrons[squadron].strike_points_last_turn
    struck = state.turn > 1 and (last or strike.points(state, squadron))
    return RelieveAll(squadron, card, _fit(state, squadron) if struck else ())


@IMMEDIATELY("raise_the_black")
def raise_the_black(state: State, squadron: str, card: str) -> AnyStep:
    """Raise the Black: enemies within Musket Shot of any ship of the squadron are tested."""
    musket = book().measures.musket
    side = state.squadrons[squadron].side
    own = _fit(state, squadron)
    awed = [
        enemy.id
        for enemy in state.ships.values()
        if enemy.fights
        and state.squadrons[enemy.squadron].side != side
        and any(within(distance(state, enemy.id, key), musket) for key in own)
    ]
    return CardTest(squadron, card, tuple(awed))


@IMMEDIATELY("await_new_orders", "adaptive_tactics")
def another_card(state: State, squadron: str, card: str) -> AnyStep:
    """Await New Orders, Adaptive Tactics: another card works, too."""
    return BorrowCard(squadron, card)


@IMMEDIATELY("lured_into_the_shoals")
def lured_into_the_shoals(state: State, squadron: str, card: str) -> AnyStep:
    """Lured into the Shoals: a shoal is laid."""
    return LayShoal(squadron, card)


def _fit(state: State, squadron: str) -> tuple[str, ...]:
    return tuple(ship.id for ship in state.own_ships(squadron) if ship.fights)


def _weary(state: State, ship: Ship) -> list[Option]:
    if not ship.fatigue:
        return []
    label = f"{ship.id} loses 1 fatigue"
    return [Option(f"rally_{ship.id}", label, cmd.ApplyEffect(ship.id), subject=ship.id)]


def _relieve(ledger: Ledger, command: cmd.AnyCommand) -> None:
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


def _held(state: State, ship: Ship) -> bool:
    return bool(ship.aground or ship.sail == "anchored" or state.holds(ship.id))


def _turns(state: State, ship: Ship) -> list[Option]:
    if _held(state, ship):
        return []
    label = f"{ship.id} turns"
    return [Option(f"turn_{ship.id}", label, cmd.FreeTurn(ship.id), dial="angle", subject=ship.id)]


def _turn(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.FreeTurn)
    make_way(ledger, turn(ledger.state, command.ship, command.angle), "free_turn", settle=True)


def _slides(state: State, ship: Ship) -> list[Option]:
    if _held(state, ship) or in_the_eye(state, ship.id):
        return []
    label = f"{ship.id} sails 1 ahead"
    return [Option(f"slide_{ship.id}", label, cmd.FreeSlide(ship.id), subject=ship.id)]


def _slide(ledger: Ledger, command: cmd.AnyCommand) -> None:
    assert isinstance(command, cmd.FreeSlide)
    make_way(ledger, slide_ahead(ledger.state, command.ship), "free_slide", settle=True)


EFFECTS: dict[str, Effect] = {
    "take_courage": Effect(_weary, _relieve),
    "intrepid": Effect(_weary, _relieve),
    "reload": Effect(_markers, _reload),
    "fast_loaders": Effect(_markers, _reload),
    "fleet_maneuver": Effect(_turns, _turn, lambda: turn_dial(1)),
    "swift_vessels": Effect(_slides, _slide),
}
"""What the cards do that work ship by ship, by the card's id."""
