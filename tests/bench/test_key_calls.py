"""A key press in a battle calls at most so many functions in so many modules."""

from __future__ import annotations

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_calls import measured, verbs, writers

pytestmark = pytest.mark.bench
MOST = {"down": (1500, 55), "enter": (8500, 110)}
"""{key: (maximum number of calls, of modules)}: to highlight the next order, and to take an order
that is then answered."""


async def test_a_key_does_not_wander(figure: Figure) -> None:
    for key, modules in (await measured()).items():
        calls, rooms = MOST[key]
        figure(f"{key}, quick start, functions of the project", modules.total(), "calls", calls)
        figure(f"{key}, quick start, modules", len(modules), "modules", rooms)


def test_a_display_is_asked_for_little(figure: Figure) -> None:
    figure("verbs of what shows a battle", verbs(), "verbs", 13)
    figure("modules that change a session", len(writers()), "modules", 2)
