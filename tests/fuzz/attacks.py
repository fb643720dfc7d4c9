"""The list of attacks: every module in this folder that has a function `attack`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

Attack = Callable[[int], None]
"""A function that runs one example for a seed, and raises an error if it finds a fault."""

FOLDER = Path(__file__).parent
RUNNER = {"__init__", "__main__", "attacks", "test_attacks"}
"""The modules of this folder that are not attacks."""
ATTACKS = sorted({path.stem for path in FOLDER.glob("*.py")} - RUNNER)


def load(name: str) -> Attack:
    """Import an attack only when it is run, because each one needs other parts of the program."""
    attack: Attack = import_module(f"tests.fuzz.{name}").attack
    return attack
