"""All legal plots of a ship (Wooden Ships & Iron Men, Movement Rules)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.space.hexes import Hex, covered
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import crewless, dismasted, surrendered
from engine.systems.wooden_ships.fleet.ties import snagged_with
from engine.systems.wooden_ships.sailing.course import Course, Helm, PlotTally, course
from engine.systems.wooden_ships.sailing.notation import Steps, read, written
from engine.systems.wooden_ships.sailing.wind import allowances
from engine.systems.wooden_ships.state.state import Ship, State

FARTHEST = 6
"""Hexes beyond which no plot of a turn touches land: four ahead, a stern, and one to spare."""


def why_no_order(state: State, ship: Ship) -> str:
    """Say why a ship gets no plot, '' when she gets one.

    Wooden Ships & Iron Men, Movement Rules.
    """
    if ship.enter_turn:
        return f"she comes in turn {ship.enter_turn}"
    if surrendered(ship):
        return "she has struck" if ship.hull <= 0 else "she has surrendered"
    if crewless(ship):
        return "she has no crew"
    if snagged_with(state, ship.id):
        return "she is snagged"
    if ship.all_hands:
        return "all her crew was in boarding parties"
    return "she was just rescued" if ship.rescued else ""


def helm(state: State, ship: Ship) -> Helm:
    """Return what bears on a ship's plots."""
    bare = dismasted(ship)
    wait = book().drift.dismasted_wait[str(ship.turning)] if bare else 0
    return Helm(
        wind=state.wind,
        allowances=allowances(ship),
        turning=ship.turning,
        dismasted=bare,
        may_turn=not bare or ship.waited >= wait,
        wait=wait,
    )


def plots(state: State, ship: Ship) -> tuple[str, ...]:
    """Return every legal plot of a ship in its written form; none when she gets no order."""
    if why_no_order(state, ship):
        return ()
    every = legal_plots(helm(state, ship), ship.facing)
    near = land_near(state, ship.bow)
    if not near:
        return every
    here = helm(state, ship)
    return tuple(
        text for text in every if not course(here, ship.bow, ship.facing, read(text), near).why_not
    )


def plotted(state: State, ship: Ship, steps: Steps) -> Course:
    """Return where a plot leads a ship, and why it is illegal if it is."""
    return course(helm(state, ship), ship.bow, ship.facing, steps, land_near(state, ship.bow))


def land_near(state: State, bow: Hex) -> frozenset[Hex]:
    """Return the land that a ship could touch in a turn."""
    return _near(state.land, bow) if state.land else frozenset()


@lru_cache(maxsize=4096)
def _near(land: tuple[tuple[Hex, ...], ...], bow: Hex) -> frozenset[Hex]:
    column, row = bow
    return frozenset(
        place
        for place in covered(land)
        if abs(place[0] - column) <= FARTHEST and abs(place[1] - row) <= FARTHEST + 1
    )


@lru_cache(maxsize=4096)
def legal_plots(helm: Helm, facing: int) -> tuple[str, ...]:
    """Return the legal plots of a ship that lies so, land apart."""
    return tuple(sorted(map(written, _legal(helm, facing, ()))))


def _legal(helm: Helm, facing: int, steps: Steps) -> Iterator[Steps]:
    yield steps
    tally = PlotTally(helm, facing)
    for sign in steps:
        tally.take(sign)
    for sign in ("1", "L", "R"):
        if not tally.why_not(sign):
            yield from _legal(helm, facing, (*steps, sign))
