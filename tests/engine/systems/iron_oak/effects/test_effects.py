"""Each kind of action card has one module with its effect, odds, worth and words; no other module
names it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from engine.systems.iron_oak.data.facts import CARD_KINDS
from engine.systems.iron_oak.effects import SPARE, WHY, maneuvers, shots
from engine.systems.iron_oak.machine import MOMENTS
from tests.sources import tree

HOME = Path(shots.__file__).parents[1]
DATA, SHOTS, MANEUVERS = "data/facts.py", "effects/shots.py", "effects/maneuvers.py"
HOMONYMS = {
    "grapeshot": {"words/happenings.py": ""},
    "misfire": {"gunnery/segment.py": "the kind of the question that asks the other side"},
    "springs": {"positions/units.py": "a flag of a ship in a position file"},
    "screen": {
        "movement/ways.py": "the way of an order, as all below",
        "movement/hazards.py": "",
        "movement/in_box.py": "",
        "movement/segment.py": "",
        "state/state.py": "",
        "thinking/reasons.py": "",
        "thinking/quick_score.py": "",
        "words/telling_moves.py": "",
    },
}
"""{kind of card: {module in which the word means something else: what it means there}}."""


def named() -> dict[str, set[str]]:
    """Return {kind of card: modules that contain its name as a string}."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in HOME.rglob("*.py"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and node.value in CARD_KINDS:
                found[str(node.value)].add(str(path.relative_to(HOME)))
    return found


@pytest.mark.parametrize("kind", CARD_KINDS)
def test_a_card_is_named_beside_its_effect_and_in_the_data_alone(kind: str) -> None:
    home = SHOTS if kind in shots.FIRERS or kind in shots.AGAINST else MANEUVERS
    assert named()[kind] - set(HOMONYMS.get(kind, {})) == {DATA, home}


def test_a_homonym_is_still_there() -> None:
    found = named()
    gone = {kind: set(modules) - found[kind] for kind, modules in HOMONYMS.items()}
    assert not any(gone.values()), gone


def test_every_card_may_be_played_at_one_moment() -> None:
    playing = (shots.FIRERS, shots.AGAINST, maneuvers.MOVERS, maneuvers.WITH_HOLD)
    kinds = [kind for moment in playing for kind in moment.kinds]
    assert sorted(kinds) == sorted(CARD_KINDS)


def test_every_card_does_something_and_is_worth_something() -> None:
    on_shots = {*shots.FIRERS.kinds, *shots.AGAINST.kinds}
    works = (shots.SHOT_DRM, shots.MORE_SHOTS, shots.INSTEAD, shots.ON_HITS)
    assert on_shots == {kind for moment in works for kind in moment.kinds}
    assert on_shots == set(shots.SHOT_WORTH.kinds)
    movers, on_rolls = set(maneuvers.MOVERS.kinds), set(maneuvers.ROLL_VALUE.kinds)
    assert movers - on_rolls == set(maneuvers.ON_PLAY.kinds) == set(maneuvers.MOVE_WORTH.kinds)
    # Of a card on a roll the chances say why; a Screen is a way to hold, with words of its own.
    assert set(WHY) == {*on_shots, *movers} - on_rolls


def test_what_replaces_damage_has_a_case_and_odds_of_its_own() -> None:
    instead = shots.INSTEAD.kinds
    assert instead == shots.COUNTS_AS.kinds == shots.CREW_ODDS.kinds
    assert shots.ON_HITS.kinds == shots.FIRE_ODDS.kinds
    assert shots.AFTER_SHOTS.kinds == shots.GUN_ODDS.kinds


def test_moments_and_words_are_of_known_cards() -> None:
    assert {kind for moment in MOMENTS.values() for kind in moment.kinds} == set(CARD_KINDS)
    assert set(SPARE) <= set(CARD_KINDS)
