"""What may win a battle of one's own: victory lines, each by a short name that a file holds.

`union:destroy:css_virginia`, `union:destroy:2`, `confederate:exit:css_arkansas:right`,
`union:silence:fort_sumter`, `union:lead:200`.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.systems.iron_oak.data.battles import Condition, VictoryLine
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import EDGES, SIDES, Edge, Side
from engine.systems.iron_oak.fleet.sides import other_side

DONE_FOR: tuple[Condition, ...] = ("sunk", "captured", "heavy_damage")
LEADS = (100, 200, 400)
"""Leads in Victory Points that may be asked for."""


def line_of(name: str) -> VictoryLine | None:
    """Return the victory line of a name; None where the name means none.

    >>> line_of("union:lead:200").margin, line_of("union:cheer:2")
    (200, None)
    """
    side, _, rest = name.partition(":")
    kind, _, what = rest.partition(":")
    if side not in SIDES:
        return None
    own: Side = "union" if side == "union" else "confederate"
    if kind == "destroy":
        return _destroying(own, what)
    if kind == "silence" and what in book().forts:
        return VictoryLine(side=own, when="fort_silenced", fort=what)
    if kind == "lead" and what.isdecimal():
        return VictoryLine(side=own, when="points", margin=int(what[:4]))
    ship, _, edge = what.partition(":")
    if kind == "exit":
        return next((_leaving(own, ship, each) for each in EDGES if each == edge), None)
    return None


def _destroying(side: Side, what: str) -> VictoryLine | None:
    if what.isdecimal():
        count, enemy = int(what[:2]), other_side(side)
        return VictoryLine(side=side, when="count", ships=enemy, states=DONE_FOR, at_least=count)
    if what not in book().ships:
        return None
    return VictoryLine(side=side, when="any_of", ships=(what,), states=DONE_FOR)


def _leaving(side: Side, ship: str, edge: Edge) -> VictoryLine | None:
    if ship.isdecimal():
        count = int(ship[:2])
        return VictoryLine(side=side, when="exit_count", ships=side, edge=edge, at_least=count)
    if ship not in book().ships:
        return None
    return VictoryLine(side=side, when="exit", ships=(ship,), edge=edge)


def names(ships: dict[Side, tuple[str, ...]], forts: dict[Side, tuple[str, ...]]) -> Iterator[str]:
    """Yield the names of all lines that make sense between these ships and forts."""
    for side in SIDES:
        enemy = other_side(side)
        yield from (f"{side}:destroy:{ship}" for ship in ships[enemy])
        yield from (f"{side}:destroy:{count}" for count in range(2, len(ships[enemy]) + 1))
        yield from (f"{side}:silence:{fort}" for fort in forts[enemy])
        for edge in EDGES[:2]:
            yield from (f"{side}:exit:{ship}:{edge}" for ship in ships[side])
            yield from (f"{side}:exit:{count}:{edge}" for count in range(2, len(ships[side]) + 1))
        yield from (f"{side}:lead:{lead}" for lead in LEADS)
