"""Effects that turn a Crew Action into an attack, or into a Rally (Oak & Iron ch. 4, step 4)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.game.decision import Closed, Option
from engine.systems.oak_iron.gunnery.fire import attack_options, partial_fires, storms
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.state import Ship, State


class Grant(msgspec.Struct, frozen=True):
    """The attacks that a card lets a ship's Crew Action be used for, as open or not."""

    options: list[Option]
    closed: list[Closed]
    fatigue_only: bool = False


CREW_ATTACK: Moment[Callable[[State, Ship], Grant]] = Moment("crew_attack")
"""(state, ship) to the attacks open to her as a Crew Action in the Movement Phase."""

RALLY_ONLY: Moment[Callable[[], bool]] = Moment("rally_only")
"""() to whether every Crew Action must be Rally."""


@RALLY_ONLY("down")
def down() -> bool:
    """Down!: it must."""
    return True


@CREW_ATTACK("rolling_broadsides")
def rolling_broadsides(state: State, ship: Ship) -> Grant:
    """Rolling Broadsides: any attack, but not while Entangled."""
    return Grant([], []) if state.holds(ship.id) else Grant(*attack_options(state, ship))


@CREW_ATTACK("elan")
def elan(state: State, ship: Ship) -> Grant:
    """Elan: Partial Fire, or Close Combat while Entangled."""
    if state.holds(ship.id):
        return Grant(storms(state, ship, "elan"), [])
    return Grant(partial_fires(state, ship, "elan"), [])


@CREW_ATTACK("heavy_musket_volley")
def heavy_musket_volley(state: State, ship: Ship) -> Grant:
    """Heavy Musket Volley: a Partial Fire at the hull, which only tires."""
    fires = partial_fires(state, ship, "heavy_musket_volley")
    hull = [option for option in fires if option.command.aim == "hull"]
    return Grant([] if state.holds(ship.id) else hull, [], fatigue_only=True)


def crew_attacks(state: State, ship: Ship) -> tuple[str, Grant]:
    """Return the attacks open to a ship as her Crew Action, with the card; '' for none."""
    if state.phase == "movement" and ship.fights and not ship.shaken and not ship.cut_free:
        for card, grant in CREW_ATTACK.on(state, ship):
            return card, grant(state, ship)
    return "", Grant([], [])


def rally_only(state: State, ship: Ship) -> str:
    """Return the card that leaves a ship no Crew Action but Rally, '' when none does."""
    return next((card for card, only in RALLY_ONLY.on(state, ship) if only()), "")


def granted(state: State, ship: Ship) -> tuple[str, bool]:
    """Return the card that grants attacks as a Crew Action, and whether they only tire."""
    card, grant = crew_attacks(state, ship)
    return card, grant.fatigue_only
