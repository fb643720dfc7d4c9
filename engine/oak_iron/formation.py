"""Which ships sail in Formation (Oak & Iron ch. 5, Formation)."""

from __future__ import annotations

from engine.oak_iron.bases import hull, hulls, solids
from engine.oak_iron.records import book
from engine.oak_iron.state import State
from engine.plane.formation import Link, chain
from engine.plane.formation import links as plane_links


def links(state: State, squadron: str) -> tuple[Link, ...]:
    """Return a squadron's links, ahead to astern; Out of Action and Captured ships have none."""
    line = {ship.id: hull(ship) for ship in state.own_ships(squadron) if ship.fights}
    if len(line) < 2:
        return ()
    others = {key: base for key, base in hulls(state).items() if key not in line}
    blockers = {**others, **solids(state, ("island", "land"))}
    return plane_links(line, blockers, book().measures.musket)


def in_formation(state: State, squadron: str) -> frozenset[str]:
    """Return the ids of the chain that holds the flagship, empty when it is alone."""
    together = chain(links(state, squadron), state.squadrons[squadron].flagship)
    return frozenset(together if len(together) > 1 else ())
