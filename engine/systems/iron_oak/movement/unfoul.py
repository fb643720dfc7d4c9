"""Getting clear of a ship, an obstruction or a hulk (4.4)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.rolls import beats


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
