"""Squadrons and scenario cards drawn by the numbered dice of the battle (Oak & Iron ch. 7)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.datafiles import ready_squadrons
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.set_up.muster import mustered
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.squadrons.squadron_check import legal_squadron
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.plan import Kind, SetUpPlan
from engine.systems.oak_iron.state.sides import sides, spokesman, squadrons_of
from engine.systems.oak_iron.state.state import Ship, Squadron, State
from engine.systems.oak_iron.state.steps import (
    Challenge,
    ChooseRole,
    Draft,
    DrawScenario,
    MusterSquadrons,
)
from engine.systems.oak_iron.terrain.zones import homes, wind_edges

OFFER = 3
"""The scenario cards of each kind that are on offer."""


@RULES.does(MusterSquadrons)
def muster_squadrons(ledger: Ledger, step: MusterSquadrons) -> None:
    """Draw a ready squadron of the size of game for every seat, no two the same."""
    plan = ledger.state.plan
    assert plan
    ready = ready_of(plan.size)
    # Sorted: the dice must choose the same squadrons wherever the files come from.
    order = ledger.shuffled(sorted(ready))
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for key, name in zip(ledger.state.squadrons, order, strict=False):
        squadrons[key], own = mustered(ready[name], key)
        ships.update({ship.id: ship for ship in own})
    ledger.write(ev.SquadronsMustered(squadrons, ships, max(0, len(order) - 1)))
    ledger.finish()


def ready_of(size: str) -> dict[str, Roster]:
    """Return the ready squadrons of a size of game by name; `SetUpFault` where one is not legal."""
    version = book().version
    rosters = {name: _roster(version, path) for name, path in ready_squadrons().items()}
    return {name: roster for name, roster in rosters.items() if roster.size == size}


@lru_cache(maxsize=128)
def _roster(version: str, path: Path) -> Roster:
    """Return a ready squadron.

    Cached by file, as reading them takes long and one battle asks for each several times; and
    by the version of the data set, as a user's own prices may make one illegal.
    """
    return legal_squadron(path)


@RULES.does(DrawScenario)
def draw_scenario(ledger: Ledger, step: DrawScenario) -> None:
    """Draw the wind, the objective and three cards of each kind.

    The side of the best admiral chooses its role; equal admirals roll a Challenge Test. `dice`
    counts the numbers that were used: a shuffle of n cards takes n - 1.
    """
    state = ledger.state
    assert state.plan
    own = homes(state.squadrons, state.table)
    winds = ledger.shuffled(wind_edges(next(iter(own.values()))))
    objective = ledger.shuffled(tuple(book().objectives), 1)[0]
    dice, offers = len(book().objectives), {}
    for kind, deck in decks().items():
        offers[kind] = ledger.shuffled(deck, dice)[:OFFER]
        dice += len(deck) - 1
    plan = SetUpPlan(size=state.plan.size, homes=own, offers=offers)
    ledger.write(ev.ScenarioDrawn(objective, winds[0], plan, dice))  # type: ignore[arg-type]
    best = _best_admirals(state)
    alone = len(best) == 1
    first = ChooseRole(spokesman(state, best[0])) if alone else Challenge(best, prize="role")
    ledger.finish(first, Draft())


def _best_admirals(state: State) -> tuple[str, ...]:
    """Return the squadron of the best admiral; one of each side when these are equal."""
    values = {key: each.admiral_value for key, each in state.squadrons.items()}
    own = [max(squadrons_of(state, side), key=values.__getitem__) for side in sides(state)]
    most = max(values.values())
    return tuple(key for key in own if values[key] == most)


def decks() -> dict[Kind, tuple[str, ...]]:
    """Return the ids of the scenario cards that can be drawn, by kind."""
    known = book()
    return {
        "setting": tuple(known.settings),
        "deployment": tuple(known.deployments),
        "condition": tuple(known.conditions),
    }
