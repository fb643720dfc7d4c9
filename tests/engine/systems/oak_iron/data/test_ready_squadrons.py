"""The squadrons that come with the game: legal, complete, and different from each other."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from engine.systems.oak_iron.data.book import book, ready_squadrons
from tests.engine.systems.oak_iron.roster import faults, load, roster

READY = ready_squadrons()
ROOT = Path(__file__).parents[5]


@pytest.mark.parametrize("path", READY.values(), ids=READY)
def test_ready_squadron_is_legal(path: Path) -> None:
    assert faults(load(path)) == {}


@pytest.mark.parametrize("path", READY.values(), ids=READY)
def test_ready_squadron_uses_its_points(path: Path) -> None:
    built = roster(load(path))
    assert built.game_size is not None
    assert built.points > 0.9 * built.game_size.points
    names = [each.name for each in built.ships]
    assert all(names)
    assert len(set(names)) == len(names)


def test_eight_of_every_faction_and_size() -> None:
    built = [roster(load(path)) for path in READY.values()]
    assert len(built) == 8
    assert {each.faction for each in built} == set(book().factions)
    sizes = Counter(each.size for each in built)
    assert sizes.keys() == book().sizes.keys()
    assert min(sizes.values()) >= 2
    assert len({each.name for each in built}) == len({each.admiral for each in built}) == 8


def test_wheel_takes_them_along() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = config["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert "/data" in wheel["include"]
    assert wheel["sources"]["data"] == "engine/data"
    assert all(path.is_relative_to(ROOT / "data" / "oak_iron") for path in READY.values())
