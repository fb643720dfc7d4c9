"""Who can win a design, and what in it comes to nothing: worth saying, but no fault.

A battle may be meant so, and one that was begun by such a design stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.systems.iron_oak.data.battles import BattleRecord, VictoryLine
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, Side
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.squadrons.reading import section_name
from engine.systems.iron_oak.victory.wording import NAMES, in_words

DEAREST = 2
"""A captured ship counts double, so this times what a side has is all that can be won of it."""


def notes(record: BattleRecord) -> tuple[str, ...]:
    """Return what is worth saying of a design, a sentence each."""
    return (*_one_sided(record), *_vain(record), *_twice(record))


def winners(record: BattleRecord) -> tuple[Side, ...]:
    """Return the sides that can win: by a line that can hold, or when no line holds."""
    lines = {line.side for line in record.victory if can_hold(record, line)}
    return tuple(side for side in SIDES if side in {*lines, record.default})


def can_hold(record: BattleRecord, line: VictoryLine) -> bool:
    """Tell whether a line can hold at all: whether there are so many ships, or so many points."""
    if isinstance(line.ships, str) and line.at_least is not None:
        return line.at_least <= len(record.force(line.ships).units)
    if line.when == "points":
        return line.margin <= DEAREST * worth(record, other_side(line.side))
    return True


def worth(record: BattleRecord, side: Side) -> int:
    """Return the Victory Points of a side's ships and sections."""
    force = record.force(side)
    ships = sum(book().ships[unit.ship].victory_points for unit in force.units)
    return ships + sum(book().sections[each.id].victory_points for each in force.forts)


def _one_sided(record: BattleRecord) -> Iterator[str]:
    found = winners(record)
    if not record.victory or len(found) == len(SIDES):
        return
    if not found:
        yield "Nobody can win this battle: no victory line can hold."
        return
    winner, loser = found[0], other_side(found[0])
    last = "a draw" if record.default == "draw" else f"the {NAMES[winner]}'s as well"
    yield (
        f"Only the {NAMES[winner]} can win this battle: the {NAMES[loser]} has no victory line "
        f"that can hold, and a battle in which no line holds is {last}."
    )


def _vain(record: BattleRecord) -> Iterator[str]:
    for line in record.victory:
        if not can_hold(record, line):
            yield f"A victory line of the {NAMES[line.side]} can never hold: {in_words(line)}."


def _twice(record: BattleRecord) -> Iterator[str]:
    sections = Counter(each.id for side in SIDES for each in record.force(side).forts)
    for id, count in sections.items():
        if count > 1:
            yield f"{section_name(id)} is there {count} times and counts once."
    for band, count in Counter(each.band for each in record.shoals).items():
        if count > 1:
            yield f"The shoals of {band} have {count} depths; the last one counts."
