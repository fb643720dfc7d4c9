"""The examples in the plane's docstrings run as written."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from engine.space.plane import contact, hull, sweep
from engine.systems.oak_iron.table import sight


@pytest.mark.parametrize("module", [contact, hull, sweep, sight], ids=lambda m: m.__name__)
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
