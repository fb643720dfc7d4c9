"""A battle by size of game, before anything is drawn (Oak & Iron ch. 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.base.errors import SetUpFault
from engine.game.position import source_of
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.datafiles import ready_squadrons
from engine.systems.oak_iron.set_up.muster import mustered, with_distinct_names
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.squadrons.squadron_check import legal_squadron
from engine.systems.oak_iron.state.plan import SetUpPlan
from engine.systems.oak_iron.state.state import (
    EDITION,
    Rules,
    Ship,
    Squadron,
    State,
    Table,
    sorted_by_id,
)
from engine.systems.oak_iron.state.steps import DrawScenario, MusterFleets, MusterSquadrons
from engine.systems.oak_iron.terrain.zones import homes

SEATS = {"A": "Red", "B": "Blue"}
"""The two seats, and what they are called until their squadrons are known."""
Forces = tuple[dict[str, Squadron], dict[str, Ship]]
"""The squadrons of a battle by key, and its ships by id."""


def new_battle(size: str, rules: Rules, squadrons: Sequence[str] = ()) -> State:
    """Return a battle of a size of game before its cards are drawn.

    `squadrons` are two squadron files or names of ready ones; without them ready squadrons
    are drawn by dice. Raises `SetUpFault` or `FileFault` when one cannot be used.
    """
    least = book().measures.tables[size]
    forces = _mustered(size, squadrons) if squadrons else (_empty(), {})
    table = Table(least.width, least.height)
    muster = None if squadrons else MusterSquadrons()
    return before_draw(size, book().sizes[size].name, rules, table, forces, muster)


def before_draw(  # noqa: PLR0913  (what a battle begins with)
    size: str,
    title: str,
    rules: Rules,
    table: Table,
    forces: Forces,
    muster: MusterSquadrons | MusterFleets | None,
) -> State:
    """Return a battle before anything is drawn; the step `muster`, if any, draws its squadrons."""
    squadrons, ships = forces
    return State(
        title=title,
        rules=rules,
        table=table,
        squadrons=squadrons,
        ships=sorted_by_id(ships),
        phase="set_up",
        plan=SetUpPlan(size=size, homes=homes(squadrons, table)),
        agenda=(DrawScenario(), muster) if muster else (DrawScenario(),),
        edition=EDITION,
    )


def _empty() -> dict[str, Squadron]:
    return {key: Squadron(key=key, name=name) for key, name in SEATS.items()}


def _mustered(size: str, squadrons: Sequence[str]) -> Forces:
    if len(squadrons) != len(SEATS):
        raise SetUpFault("set-up", [("squadrons", f"found {len(squadrons)}, needed are two")])
    own, fleet = {}, {}
    for key, name in zip(SEATS, squadrons, strict=True):
        roster = roster_of(name)
        if roster.size != size:
            text = (
                f"'{source_of(name)}' is a squadron for a {roster.size}, needed is one for a {size}"
            )
            raise SetUpFault("set-up", [("squadrons", text)])
        own[key], ships = mustered(roster, key)
        fleet.update({ship.id: ship for ship in ships})
    return with_distinct_names(own), fleet


def roster_of(name: str) -> Roster:
    """Return a legal squadron by its file, or by the name of a ready one; a file comes first."""
    ready = ready_squadrons()
    return legal_squadron(ready[name] if name in ready and not Path(name).exists() else name)


def squadrons_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the squadrons that the options of a set-up name.

    Raises `SetUpFault` when they are no list of words.
    """
    named = options.get("squadrons", ())
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise SetUpFault("options", [("squadrons", "must be a list of squadron files")])
    return tuple(named)
