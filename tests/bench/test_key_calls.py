"""A key in a battle goes one way: so many functions of so many modules, and no more."""

from __future__ import annotations

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_calls import measured, verbs, writers

pytestmark = pytest.mark.bench
MOST = {"down": (1500, 55), "enter": (8500, 110)}
"""Calls and modules at most: to the next order, and an order that is taken and answered."""


async def test_a_key_does_not_wander(figure: Figure) -> None:
    for key, modules in (await measured()).items():
        calls, rooms = MOST[key]
        figure(f"{key}, quick start, functions of the project", modules.total(), "calls", calls)
        figure(f"{key}, quick start, modules", len(modules), "modules", rooms)


def test_a_display_is_asked_for_little(figure: Figure) -> None:
    figure("verbs of what shows a battle", verbs(), "verbs", 13)
    figure("modules that change a session", len(writers()), "modules", 2)
