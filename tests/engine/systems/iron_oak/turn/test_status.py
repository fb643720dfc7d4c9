"""Repairs, fires, smoke (Iron & Oak 3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.decision import Answer
from engine.game.question import Fill, Sheet
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.turn import new_level
from tests.engine.systems.iron_oak.table import Table, ship, table

ENEMY = ship("css_virginia", "E5")


def status(*faces: int, board: Any = None, **fields: Any) -> Table:
    """Return a battle in its Status Phase; without a Repair Party, at the question of the
    parties.
    """
    from engine.systems.iron_oak.game import IronOak
    from tests.engine.systems.iron_oak.table import Told, position

    state = position([ship("uss_kearsarge", "C3", **fields)], [ENEMY], board=board, phase="status")
    battle = Table.__new__(Table)
    battle.state, battle.events = IronOak().settled(state, Told(*faces)), ()
    return battle


@pytest.mark.parametrize(
    ("level", "rows"),
    [
        (1, {1: 2, 2: 1, 4: 1, 5: 0}),
        (2, {0: 4, 1: 3, 2: 3, 3: 2, 6: 1, 8: 1, 9: 0}),
        (3, {0: 5, 2: 4, 3: 3, 6: 2, 9: 2, 10: 0}),
        (4, {2: 5, 3: 4, 7: 3, 11: 3, 12: 0}),
        (5, {6: 5, 7: 4, 12: 4, 13: 0}),
    ],
)
def test_the_fire_table(level: int, rows: dict[int, int]) -> None:
    assert {total: new_level(level, total) for total in rows} == rows


def test_fire_burns_and_hits_of_the_new_level() -> None:
    battle = status(2, fires=[3])
    kearsarge = battle.ship("uss_kearsarge")
    assert [fire.level for fire in kearsarge.fires] == [4]
    assert kearsarge.hits == 2


def test_a_level_5_fire_that_stays_explodes_without_its_own_hits() -> None:
    battle = status(1, 1, 1, 3, fires=[5])
    kearsarge = battle.ship("uss_kearsarge")
    assert (kearsarge.hits, kearsarge.crew_loss) == (2, 3)
    assert [fire.level for fire in kearsarge.fires] == [3]
    assert kearsarge.fires[0].checked


@pytest.mark.parametrize(
    ("wind", "smoke", "face", "then"),
    [
        ("normal", "light", 6, "light"),
        ("normal", "light", 7, "none"),
        ("normal", "heavy", 10, "light"),
        ("fresh", "heavy", 10, "none"),
        ("calm", "light", 7, "light"),
    ],
)
def test_smoke(wind: str, smoke: str, face: int, then: str) -> None:
    battle = status(face, smoke=smoke, board={"wind": wind})
    assert battle.ship("uss_kearsarge").smoke == then


def test_repairs_and_parties() -> None:
    battle = table(
        [ship("uss_kearsarge", "C3", repair_party=True, criticals=["armament_2", "captain"])],
        [ENEMY],
        phase="status",
    )
    sheet = battle.question("A")
    assert [option.id for option in sheet.slots[0].options] == [  # type: ignore[union-attr]
        "stay",
        "armament_2",
        "recall",
    ]
    battle.fill("A", {"uss_kearsarge": "armament_2"}, 9, 4, 2)
    assert battle.found(ev.RepairTried)[0].repaired
    assert battle.ship("uss_kearsarge").criticals == ("captain", "armament_1")


def test_a_party_taken_off_may_be_put_on_again() -> None:
    hurt = ship("uss_kearsarge", "C3", repair_party=True, criticals=["armament_1"])
    battle = table([hurt], [ENEMY], phase="status")
    battle.fill("A", {"uss_kearsarge": "recall"})
    assert not battle.ship("uss_kearsarge").repair_party
    battle.fill("A", {"parties": ("uss_kearsarge",)})
    assert battle.ship("uss_kearsarge").repair_party


def test_nobody_is_asked_for_a_party_that_has_nothing_to_do() -> None:
    battle = table([ship("uss_kearsarge", "C3")], [ENEMY], phase="status")
    assert battle.asked() == "orders"


def test_repairs_are_rolled_by_name_however_the_sheet_was_filled_in() -> None:
    """A file does not store the order of a sheet's answers, but the dice must be rolled in the same
    order.
    """
    hurt = {"repair_party": True, "criticals": ["rudder"]}
    ships = [ship("uss_kearsarge", "C3", **hurt), ship("uss_benton", "C2", **hurt)]
    for order in (("uss_kearsarge", "uss_benton"), ("uss_benton", "uss_kearsarge")):
        battle = table(ships, [ENEMY], phase="status")
        sheet = battle.question("A")
        assert isinstance(sheet, Sheet)
        answers = {id: Answer("rudder") for id in order}
        battle._command("A", Fill(sheet.id, answers), (8, 1, 8, 1))
        rolled = [each.unit for each in battle.found(ev.RepairTried)]
        assert rolled == ["uss_benton", "uss_kearsarge"]


def test_of_two_fiercest_fires_the_player_says_which_is_checked_first() -> None:
    play = table(
        [ship("uss_cumberland", "B2", fires=[5]), ship("uss_monitor", "C3", fires=[5])],
        [ship("css_virginia", "C5")],
        phase="status",
    ).skip("fires")
    assert set(play.options("A")) == {"uss_cumberland", "uss_monitor"}
    play.do("A", "uss_monitor", 1)
    assert play.found(ev.FireChecked)[0].unit == "uss_monitor"
