"""The set-up of a series: the series that come with the program, and plans made from a name and
options.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import SetUpFault
from engine.base.files import decode_fault
from engine.base.text import clean
from engine.game.game import Game
from engine.game.position import Faults, Reader, format_value, nearest
from engine.kit.dataset import Table, read_table
from engine.kit.records import shipped_folder
from engine.series.state import MOST, SeriesPlan

# The series that ship with the program: one small file each.


@cache
def shipped() -> Mapping[str, SeriesPlan]:
    """Return {name of the file: plan} for the series that come with the program."""
    folder = shipped_folder("series")
    return {path.stem: read(path, read_table(path)) for path in sorted(folder.glob("*.toml"))}


def read(path: Path, table: Table) -> SeriesPlan:
    """Return the plan in the parsed file `table`.

    Raises `SetUpFault` listing every mistake.
    """
    faults = Faults(str(path))
    reader = Reader(table, faults)
    plan = SeriesPlan(
        title=clean(reader.text("title", path.stem)),
        game=reader.text("game", ""),
        battles=reader.texts("battles"),
        **reader.fields(SeriesPlan, "alternation", "carry", best_of=range(1, MOST + 1)),
    )
    reader.finish()
    if not plan.battles:
        faults.add("battles", "names no scenario")
    faults.check()
    return plan


# Making the plan from a name and options; the error lists every mistake.


OWN = ("title", "battles", "best_of", "alternation", "carry")
"""The options that are for the series as a whole, not for the set-up of its battles."""


def make_plan(inner: Game, scenario: str, options: Mapping[str, Any]) -> SeriesPlan:
    """Return the plan named `scenario`, changed by options: a series that comes with the program,
    or battles of one scenario.

    Raises `SetUpFault` naming the fault.
    """
    base = shipped().get(scenario)
    if base is None or base.game != inner.name:
        base = SeriesPlan(title="", game=inner.name, battles=(scenario,))
    own = {key: options[key] for key in OWN if key in options}
    if isinstance(own.get("title"), str):
        own["title"] = clean(own["title"])
    rest = {key: value for key, value in options.items() if key not in OWN}
    try:
        plan = msgspec.convert({**msgspec.to_builtins(base), **own, "options": rest}, SeriesPlan)
    except msgspec.ValidationError as error:
        raise SetUpFault("series", [("", decode_fault(error))]) from None
    known = inner.scenarios()
    faults = [
        ("battles", f"{inner.title} has no scenario {format_value(each)}{nearest(each, known)}")
        for each in plan.battles
        if each not in known
    ]
    for each in plan.battles:
        # Options may give a side several captains.
        if each in known and (
            inner.building.squadrons_a_side(each)
            or len(inner.seats(inner.set_up(each, plan.options))) != 2
        ):
            what = f"{each} has more than two seats, and a series is for two players"
            faults.append(("battles", what))
    carries = inner.building.carries
    if plan.carry and plan.carry not in carries:
        able = (
            f"it can carry {' and '.join(carries)} over" if carries else "it can carry nothing over"
        )
        faults.append(("carry", f"found {format_value(plan.carry)}; {inner.title}: {able}"))
    if not plan.battles:
        faults.append(("battles", "names no scenario"))
    if not 1 <= plan.best_of <= MOST:
        faults.append(("best_of", f"found {plan.best_of}, allowed: 1 to {MOST}"))
    if faults:
        raise SetUpFault("series", faults)
    return plan
