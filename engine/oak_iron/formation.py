"""Which ships sail in Formation (Oak & Iron ch. 5, Formation)."""

from __future__ import annotations

from engine.oak_iron.bases import hull, hulls, solids
from engine.oak_iron.effects.formation import counted, counted_flagships
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


def in_formation(state: State, squadron: str, die: bool = False) -> frozenset[str]:
    """Return the ids of the ships in Formation, empty when the flagship is alone.

    They are the chain that holds the flagship, with what cards add to it; `die` asks
    for the die of an attack, which not all of them give.
    """
    found = links(state, squadron)
    formed: set[str] = set()
    for flag in (state.squadrons[squadron].flagship, *counted_flagships(state, squadron)):
        together = chain(found, flag)
        formed.update(together if len(together) > 1 else ())
    return frozenset(formed | counted(state, squadron, die))
