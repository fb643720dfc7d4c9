"""Snags: ships that are fouled with others, grappled with others, and the groups they make."""

from __future__ import annotations

from functools import lru_cache

from engine.systems.wooden_ships.state.sides import in_order
from engine.systems.wooden_ships.state.state import State

Ties = dict[str, frozenset[str]]


def fouled_with(state: State, ship: str) -> frozenset[str]:
    """Return the ships that one is fouled with."""
    return _ties(state.fouled).get(ship, frozenset())


def grappled_with(state: State, ship: str) -> dict[str, int]:
    """Return the ships that one is grappled with, and the number of grapples."""
    return {b if a == ship else a: count for a, b, count in state.grappled if ship in (a, b)}


def snagged_with(state: State, ship: str) -> frozenset[str]:
    """Return the ships that one is fouled or grappled with."""
    if not state.fouled and not state.grappled:
        return frozenset()
    return _both(state.fouled, state.grappled).get(ship, frozenset())


def group(state: State, ship: str) -> tuple[str, ...]:
    """Return the ships that are joined with one by snags, herself among them, by id."""
    ties = _both(state.fouled, state.grappled)
    found, open_ends = {ship}, [ship]
    while open_ends:
        new = ties.get(open_ends.pop(), frozenset()) - found
        found |= new
        open_ends += new
    return tuple(in_order(found))


@lru_cache(maxsize=16)
def _ties(pairs: tuple[tuple[str, str], ...]) -> Ties:
    found: dict[str, set[str]] = {}
    for a, b in pairs:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {ship: frozenset(others) for ship, others in found.items()}


@lru_cache(maxsize=16)
def _both(fouled: tuple[tuple[str, str], ...], grappled: tuple[tuple[str, str, int], ...]) -> Ties:
    return _ties((*fouled, *((a, b) for a, b, _ in grappled)))
