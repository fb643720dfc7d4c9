"""Fixtures that make a system's data set current, because these tests call its rules outside of a
game object.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.kit.dataset import using

HERE = Path(__file__).parent
FIGURES = {
    "iron_oak": "engine.systems.iron_oak.data.book",
    "oak_iron": "engine.systems.oak_iron.data.book",
    "wooden_ships": "engine.systems.wooden_ships.data",
}
"""{system: the module with its data set}."""


def shipped_figures(path: Path) -> Any:
    """Return the shipped data set of the system that a test file is about."""
    system, *_ = path.relative_to(HERE).parts
    return import_module(FIGURES[system]).shipped()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Make the data set current while a test file is imported."""
    if not isinstance(collector, pytest.Module):
        return (yield)
    with using(shipped_figures(collector.path)):
        return (yield)


@pytest.fixture(autouse=True)
def _figures(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make the data set current while a test runs."""
    with using(shipped_figures(request.path)):
        yield
