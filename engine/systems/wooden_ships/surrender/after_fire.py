"""What the hits of a combat phase have brought: struck, surrendered, crews gone.

Wooden Ships & Iron Men, Damage Effects, Scoring System.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.systems.wooden_ships.boarding.capture import check_prize_crews
from engine.systems.wooden_ships.fleet.status import crewless, own_squares
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.surrender.conditions import Falls, forced
from engine.systems.wooden_ships.victory.ending import end_single
from engine.systems.wooden_ships.victory.points import give, withdraw_prize


def after_fire(
    ledger: Writing,
    start: State,
    fired: Sequence[ev.SideFired],
    gun_hits_on_hull: Collection[str],
) -> None:
    """Write down who has struck, surrendered or lost the crew, target by target.

    `start` is the state at the start of the phase: guns, rigging and protectors count as then.
    """
    by_target: dict[str, list[ev.SideFired]] = {}
    for shot in fired:
        by_target.setdefault(shot.target, []).append(shot)
    for ship in start.ships:
        if ship in by_target:
            _after_hits(ledger, start, ship, by_target[ship], gun_hits_on_hull)
    check_prize_crews(ledger)
    end_single(ledger)


def _after_hits(
    ledger: Writing,
    start: State,
    ship: str,
    shots: Sequence[ev.SideFired],
    gun_hits_on_hull: Collection[str],
) -> None:
    before, now = start.ships[ship], ledger.state.ships[ship]
    if before.hull > 0 and now.hull <= 0:
        ledger.write(ev.ShipSurrendered(ship, "struck"))
        on_hull = [s for s in shots if s.hits[0] or f"{ship}<{s.ship}" in gun_hits_on_hull]
        give(ledger, now, "surrender", _seats(start, on_hull))
    else:
        _forced(ledger, start, ship, shots)
    now = ledger.state.ships[ship]
    if before.prize is None and crewless(now) and not crewless(before):
        ledger.write(ev.CrewKilled(ship))
        give(ledger, now, "crew", _seats(start, [s for s in shots if s.hits[2]]))


def _falls(shot: ev.SideFired) -> Falls:
    return Falls(shot.range, bool(shot.rake), shot.aim)


def _forced(ledger: Writing, start: State, ship: str, shots: Sequence[ev.SideFired]) -> None:
    """Let a ship surrender by firepower or immobility; a prize goes back to her crew instead."""
    before, now = start.ships[ship], ledger.state.ships[ship]
    brought = {
        how: [
            shot
            for shot in shots
            if how in forced(start, start.ships[shot.ship], before, _falls(shot))
        ]
        for how in ("firepower", "immobility")
    }
    for how in ("firepower", "immobility"):
        if not brought[how]:
            continue
        if now.prize and own_squares(now):
            ledger.write(ev.ShipRetaken(ship, "fire"))
            withdraw_prize(ledger, ship)
        else:
            ledger.write(ev.ShipSurrendered(ship, "firepower" if how == "firepower" else how))
            if not now.prize:
                give(ledger, now, "surrender", _seats(start, brought[how]))
        return


def _seats(start: State, shots: Sequence[ev.SideFired]) -> list[str]:
    return [holder(start.ships[shot.ship]) for shot in shots]
