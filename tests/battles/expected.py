"""What has to happen at least once in a campaign of random battles of every kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.machine import MOMENTS, ON_PAPER
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.turn import rules
from tests.battles.reading import Sign

CRITICALS = (
    *(
        f"{part} {times}"
        for part, times in product(("hull", "rigging", "crew"), ("1", "2 or more"))
    ),
    *(
        f"{part} {times}, aimed at"
        for part, times in product(("rigging", "crew"), ("1", "2 or more"))
    ),
    "the helm is hit",
    "admiral is lost",
    "captain is lost",
    "the officer lives",
)
ATTACKS = (
    *(
        f"{kind} at the {aim}"
        for kind, aim in product(("broadside", "partial_fire"), ("hull", "rigging", "crew"))
    ),
    "close_combat at the hull",
    "landing_party at the hull",
    "fire_ship at the hull",
    "raking the bow",
    "raking the stern",
)
OBJECTIVES = (
    "raze: the marker is razed",
    "raid: the settlement is plundered",
    "delivery: the cargo is delivered",
)
ENDS = ("ashore", "to leeward", "withdraws", "no ship left", "turn 10 is over")
TERRAIN = ("shoal", "rocks", "island", "fog")

BEFORE = {"ScenarioDrawn", "SquadronsMustered"}
"""Events that happen before the first question, and so are not in a journal."""

CROWDED = {"PieceRemoved", "ShipDelayed"}
"""Events that need a table without any free place; the tests of set-ups show them."""


def expected() -> Iterator[Sign]:
    """Yield a sign for each effect, event, critical result and other thing that has to happen."""
    assert rules.CHAPTERS
    known: Any = shipped()
    for moment in MOMENTS.values():
        yield from ((moment.name, source) for source in sorted(moment.sources))
    yield from _all("on paper", ON_PAPER)
    yield from _all("event", known.events)
    yield from _all("critical", CRITICALS)
    yield from _all("attack", ATTACKS)
    yield from _all("condition", set(known.conditions) - MOMENTS["known_water"].sources)
    yield from _all("setting", known.settings)
    yield from _all("deployment", known.deployments)
    yield from _all("objective", (*(f"{key}: fought out" for key in known.objectives), *OBJECTIVES))
    yield from _all("end", ENDS)
    yield from _all("terrain", TERRAIN)
    yield from _all("ship", known.ships)
    yield from _all("option", {option for ship in known.ships.values() for option in ship.options})
    yield from _all("upgrade", known.upgrades)
    yield from _all("captain", known.commanders)
    yield from _all("admiral", known.admirals)
    yield from _all("faction", known.factions)
    yield from _all("move", get_args(ev.Way))
    yield from _all("initiative by", get_args(ev.Means))
    yield from _all("re-roll by", get_args(ev.Rerolling))
    facts = {kind.__name__ for kind in get_args(ev.AnyEvent)}
    yield from _all("fact", facts - BEFORE - CROWDED)
    yield from _all("command", (kind.__name__ for kind in get_args(cmd.AnyCommand)))


def _all(section: str, names: Any) -> Iterator[Sign]:
    yield from ((section, name) for name in sorted(names))
