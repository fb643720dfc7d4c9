"""The victory lines of a position file: those of a battle that is in no book."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game.position import Faults, Reader, nearest
from engine.systems.iron_oak.data.battles import VictoryLine
from engine.systems.iron_oak.data.facts import SIDES
from engine.systems.iron_oak.state.state import Rules, State


def read_victory(reader: Reader, rules: Rules) -> Rules:
    """Return the rules with the lines of `victory` and of `default`; mistakes are noted."""
    lines = []
    for number, each in enumerate(reader.tables("victory")):
        try:
            lines.append(msgspec.convert(dict(each.raw), VictoryLine))
        except msgspec.ValidationError as error:
            reader.fault(f"victory[{number}]", str(error).replace("`", "'"))
    default = reader.choice("default", (*SIDES, "draw"), "")
    return replace(rules, victory=tuple(lines), default=default)


def check_victory(state: State, faults: Faults) -> None:
    """Note ships and forts of victory lines that are not in the position."""
    forts = {section.fort for section in state.sections.values()}
    for number, line in enumerate(state.rules.victory):
        listed = () if isinstance(line.ships, str) else line.ships
        unless = line.unless.ships if line.unless else ()
        for ship in filter(None, (*listed, *unless, line.ship)):
            if ship not in state.ships:
                text = f"'{ship}' is no ship of this position{nearest(ship, state.ships)}"
                faults.add(f"victory[{number}]", text)
        if line.fort and line.fort not in forts:
            faults.add(f"victory[{number}]", f"'{line.fort}' is no fort of this position")
