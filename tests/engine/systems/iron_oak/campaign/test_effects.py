"""Each kind of yard card: what it does, would do, is worth and is called, in one module."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from engine.systems.iron_oak.campaign import effects
from engine.systems.iron_oak.data.campaign import YARD_KINDS
from tests.sources import tree

HOME = Path(effects.__file__).parents[1]
ITS_OWN = {"data/campaign.py", "campaign/effects.py"}
HOMONYMS = {
    "limited_ammunition": {
        "gunnery/shot.py": "the name of a modifier of a shot",
        "positions/units.py": "a flag of a ship in a position file",
    },
}
"""Modules in which the word of a kind means something else than the card."""


def named() -> dict[str, set[str]]:
    """Return for each kind of card the modules that have its name as a string."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOME.rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and node.value in YARD_KINDS:
                found[str(node.value)].add(str(path.relative_to(HOME)))
    return found


@pytest.mark.parametrize("kind", YARD_KINDS)
def test_a_yard_card_is_named_beside_its_effect_and_in_the_data_alone(kind: str) -> None:
    assert named()[kind] == ITS_OWN | set(HOMONYMS.get(kind, {}))


def test_every_yard_card_works_at_one_moment_and_is_weighed() -> None:
    works = (effects.REFIT, effects.SHIPS_SHOWN, effects.AFTER_BATTLE, effects.ON_PLAY)
    assert sorted(kind for moment in works for kind in moment.kinds) == sorted(YARD_KINDS)
    assert set(effects.WOULD_DO.kinds) == set(effects.WORTH.kinds) == set(YARD_KINDS)
    every = {kind for moment in effects.MOMENTS.values() for kind in moment.kinds}
    assert every == set(YARD_KINDS)
