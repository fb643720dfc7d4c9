"""Getting free: off the ground (Iron & Oak 4.3), clear of a ship, an obstruction or a hulk.

Iron & Oak 4.4.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.systems.iron_oak.damage.critical import mark
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import powered
from engine.systems.iron_oak.fleet.ties import grappled, immobile
from engine.systems.iron_oak.gunnery.odds import chance
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.rolls import Roll, beats
from engine.systems.iron_oak.state.state import Ship, State

LAME = (
    "engine_damaged",
    "rudder",
    "speed_1",
    "speed_2",
    "smokestack",
    "steering_row",
    "steering_column",
)
"""Critical hits with which a tug is no help."""


class Refloating(NamedTuple):
    """The check of a grounded ship: which, its dice, and its modifier."""

    kind: str
    challenge: str
    response: str
    drms: dict[str, int]

    @property
    def drm(self) -> int:
        """The sum of the modifiers."""
        return sum(self.drms.values())

    @property
    def chance(self) -> float:
        """The chance to get off."""
        return chance(self.challenge, self.response, self.drm)


def refloating(state: State, ship: Ship) -> Refloating:
    """Return the check by which a grounded ship gets off; a sound tug helps."""
    kind = "refloat"
    if not powered(state, ship):
        kind = "refloat_unpowered"
    elif "engine_damaged" in ship.criticals:
        kind = "refloat_engine_damaged"
    check = book().tables.checks[kind]
    drms = {"tug": check.drm} if helped(state, ship) else {}
    return Refloating(kind, check.challenge, check.response, drms)


def helped(state: State, ship: Ship) -> bool:
    """Tell whether a friendly ship, powered, mobile and sound, is grappled to a grounded one."""
    tug = grappled(state, ship)
    return (
        tug is not None
        and tug.control == ship.control
        and powered(state, tug)
        and not immobile(state, tug)
        and not any(each in LAME for each in tug.criticals)
    )


def refloat(ledger: Ledger, ship_id: str) -> None:
    """Try to get a ship off; the engine suffers, by success or by failure."""
    check = refloating(ledger.state, ledger.state.ships[ship_id])
    challenge, response = ledger.contest(check.challenge, check.response, check.drm)
    afloat = beats(challenge, response)
    ledger.write(ev.RefloatTried(ship_id, challenge, response, afloat))
    if afloat and check.kind == "refloat":
        _strain(ledger, ship_id)
    elif not afloat and check.kind == "refloat_engine_damaged":
        mark(ledger, ship_id, "engine_stopped", "WL")
        _tear(ledger, ship_id, challenge, response)
    elif not afloat and check.kind == "refloat_unpowered":
        _tear(ledger, ship_id, challenge, response)


def _strain(ledger: Ledger, ship_id: str) -> None:
    """Check the engine of a ship that got off under her own power."""
    check = book().tables.checks["refloat_engine"]
    challenge, response = ledger.contest(check.challenge, check.response)
    held = beats(challenge, response)
    ledger.write(ev.EngineStrained(ship_id, challenge, response, held))
    if not held:
        mark(ledger, ship_id, "engine_damaged", "WL")
        _tear(ledger, ship_id, challenge, response)


def _tear(ledger: Ledger, ship_id: str, challenge: Roll, response: Roll) -> None:
    """Roll a critical hit on the waterline if the response is triple; no Hits of the shot."""
    if response.total >= 3 * max(1, challenge.total):
        ledger.plan(st.Critical(ship_id, "wl", "WL"))


def unfoul_drms(what: str) -> dict[str, int]:
    """Return the modifier of getting clear of something."""
    if what == "heavy_obstruction":
        return {"heavy_obstruction": book().tables.checks["unfoul"].drm}
    return {}


def unfoul(ledger: Ledger, ship_id: str) -> None:
    """Try to end one fouling, for both; a mobile group that fails checks drift."""
    move = ledger.state.move
    assert move is not None
    what = move.target
    if what not in ledger.state.ships[ship_id].fouled:
        return
    check = book().tables.checks["unfoul"]
    drm = sum(unfoul_drms(what).values())
    challenge, response = ledger.contest(check.challenge, check.response, drm)
    clear = beats(challenge, response)
    ledger.write(ev.UnfoulTried(ship_id, what, challenge, response, clear))
    if clear:
        ledger.write(ev.Freed(ship_id, what))
    elif not immobile(ledger.state, ledger.state.ships[ship_id]):
        ledger.plan(st.DriftCheck(ship_id))
