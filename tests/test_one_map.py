"""One map for every game system: who has learnt one finds the same thing at the same place."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

SYSTEMS = ("iron_oak", "oak_iron", "wooden_ships")
HOME = Path(__file__).resolve().parent.parent / "engine" / "systems"
PLACES = (
    "game.py",
    "answering.py",
    "data/book.py",
    "data/facts.py",
    "inspection.py",
    "machine/agenda.py",
    "machine/view.py",
    "positions/position.py",
    "positions/positions.py",
    "review/aftermath.py",
    "review/review.py",
    "screen/cards.py",
    "screen/overlays.py",
    "screen/roster.py",
    "screen/scene.py",
    "screen/screen.py",
    "screen/spectacle.py",
    "set_up/building.py",
    "set_up/scenarios.py",
    "state/state.py",
    "state/events/event.py",
    "state/changes.py",
    "thinking/thinking.py",
    "turn/rules.py",
    "words/describing.py",
    "words/reference.py",
    "words/telling.py",
    "words/words.py",
)
"""What every system has, and where."""
CHAPTERS = {
    "iron_oak": {"cards", "damage", "gunnery", "movement", "orders", "waters", "campaign"},
    "oak_iron": {"crew", "damage", "effects", "gunnery", "plays", "sailing", "terrain"},
    "wooden_ships": {
        *("boarding", "grappling", "gunnery", "movement", "sailing", "signals", "surrender"),
    },
}
"""The rooms that are chapters of a system's own rulebook."""
ROOMS = {
    *(
        "game",
        "answering",
        "data",
        "state",
        "machine",
        "table",
        "fleet",
        "victory",
        "squadrons",
        "set_up",
        "turn",
    ),
    *("words", "inspection", "foresight", "thinking", "positions", "review", "screen"),
}
"""The rooms that systems have beside their chapters; one that needs a room not leaves it out."""


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_has_the_same_things_at_the_same_places(name: str) -> None:
    assert [place for place in PLACES if not (HOME / name / place).is_file()] == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_room_is_a_chapter_or_one_that_systems_share(name: str) -> None:
    rooms = {each.parent.name for each in (HOME / name).glob("*/__init__.py")}
    rooms |= {each.stem for each in (HOME / name).glob("*.py")} - {"__init__"}  # of one file
    assert rooms - ROOMS == CHAPTERS[name]


@pytest.mark.parametrize("name", SYSTEMS)
def test_registries_have_one_name_in_every_system(name: str) -> None:
    for place, registry in (
        ("machine.agenda", "RULES"),
        ("words.telling", "tells"),
    ):
        assert hasattr(import_module(f"engine.systems.{name}.{place}"), registry), place
