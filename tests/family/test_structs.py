"""Data does not change once it is made: every struct of the engine is frozen, or a reason is given
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.kernel.battle import Battle
from tests.family.moments import BATTLES
from tests.family.typed_back import typed_back

ROOT = Path(__file__).resolve().parents[2]
WORK = {
    "engine.hosting.seating": "what a person asks the others, until all have answered",
    "engine.post.talk": "requests that are read once and thrown away",
}
"""{module whose structs may change: the reason}."""


def structs() -> Iterator[type[Any]]:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for thing in vars(import_module(name)).values():
            known = isinstance(thing, type) and issubclass(thing, msgspec.Struct)
            if known and thing.__module__ == name:
                yield thing


def test_every_struct_is_frozen_unless_its_module_says_why() -> None:
    found = list(structs())
    assert len(found) > 600
    open_ = {each for each in found if not each.__struct_config__.frozen}
    assert {each.__module__ for each in open_} == set(WORK)


WRITTEN = {
    "engine.series.state": {"series": True},
    "engine.systems.iron_oak.campaign.state": {"type": True, "event": True, "step": False},
    "engine.systems.iron_oak.state": {"type": True, "event": True, "step": False},
    "engine.systems.oak_iron.state": {"do": False, "fact": False, "step": False},
    "engine.systems.wooden_ships.state": {"fact": False, "step": False},
}
"""{module: {field that names the kind of a struct in files: whether default values are left
out}}."""


def test_files_are_written_as_they_always_were() -> None:
    """If a struct left out what it wrote before, the bytes of a replayed battle would change."""
    found: dict[str, dict[str, bool]] = {}
    for each in structs():
        form, room = each.__struct_config__, each.__module__.partition(".state")[0] + ".state"
        if form.tag is not None and room in WRITTEN:
            field, short = str(form.tag_field), form.omit_defaults
            assert found.setdefault(room, {}).setdefault(field, short) == short, each
    assert found == WRITTEN


# Whatever is printed as an order of a recorded battle is read as that order.


MOST = 40
"""The number of entries of a battle after which its questions are typed back."""


@pytest.mark.parametrize("path", sorted(BATTLES.glob("*.battle")), ids=lambda path: path.stem)
def test_every_printed_order_is_read_as_that_order(path: Path) -> None:
    random, seen = Random(7), set[Any]()
    with Battle.open(path, write=False) as battle:
        count = len(battle.entries)
        places = sorted(random.sample(range(count), min(MOST, count)))
        wrong = [
            fault for at in places for fault in typed_back(battle.game, battle.at(at), random, seen)
        ]
    assert seen
    assert wrong == []
