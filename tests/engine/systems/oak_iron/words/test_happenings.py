"""The prose about an attack fits its kind: guns, men, or a fire ship."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.systems.oak_iron.data.facts import AttackKind
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Attack, State
from engine.systems.oak_iron.words.happenings import happening
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship


def attacking(kind: AttackKind) -> tuple[State, Attack]:
    state = Skirmish(ship("A1", "fluyt", 10, 20, 180), ship("B1", "sloop", 12, 20, 180)).state
    attack = Attack(attacker="A1", target="B1", kind=kind)
    return replace(state, attack=attack), attack


@pytest.mark.parametrize(
    ("kind", "hit", "missed"),
    [
        ("broadside", "broadside", "missed"),
        ("partial_fire", "few_guns", "missed"),
        ("close_combat", "hand_to_hand", "hand_to_hand_missed"),
        ("landing_party", "landing_fight", "landing_fight_missed"),
    ],
)
def test_an_attack_by_men_is_no_broadside(kind: Any, hit: str, missed: str) -> None:
    state, _ = attacking(kind)
    rows = [happening(state, ev.HitsScored("A1", "B1", hits)) for hits in (1, 0)]
    assert [each.row for each in rows if each] == [hit, missed]


def test_a_fire_ship_is_told_when_she_is_lit() -> None:
    state, attack = attacking("fire_ship")
    told = happening(state, ev.AttackDeclared(attack))
    assert told is not None
    assert (told.row, told.ship, told.other) == ("fire_ship", "A1", "B1")
    state, attack = attacking("broadside")
    assert happening(state, ev.AttackDeclared(attack)) is None
