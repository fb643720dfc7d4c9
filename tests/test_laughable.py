"""Strong computer players make no laughable blunders; players that choose at random do."""

from __future__ import annotations

from importlib import import_module

import pytest

from engine.players import player
from tests.laughable import BOOKS, counted, fought


@pytest.mark.parametrize("who", ["lieutenant", "captain"])
@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("iron_oak", "yazoo_river"),
        ("oak_iron", "quickstart"),
        ("wooden_ships", "mars_hercule"),
        ("wooden_ships", "lake_erie"),
    ],
)
def test_a_battle_of_those_who_know_better_has_nothing_to_laugh_at(
    game: str, scenario: str, who: str
) -> None:
    found = fought(game, scenario, 1, (who, who))
    assert not found, "\n".join(map(str, found))


def test_nobody_waits_beside_the_map_for_a_battle_that_he_loses_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three ships may enter the map in each turn; in the second battle, players accept the proposed
    orders, which leave all ships outside.
    """
    battle = "iron_oak", "mobile_bay_gauntlet", 2, ("lieutenant", "lieutenant")
    found = fought(*battle)
    assert not found, "\n".join(map(str, found))
    monkeypatch.setattr(player, "best_draft", lambda game, view, sheet, random: sheet.proposed)
    waited = counted(fought(*battle))
    assert waited["lieutenant", "idle"] > 5


def test_an_ensign_is_laughed_at_and_it_is_told_where() -> None:
    found = fought("iron_oak", "spanish_river", 3, ("ensign", "ensign"))
    assert counted(found)["ensign", "leaves_ahead"] == 1
    told = "iron_oak spanish_river, seed 3, entry 112: ensign (A) leaves with Osage while ahead"
    assert told in [str(each) for each in found]


def test_an_ensign_of_the_line_runs_into_his_own_and_boards_the_stronger() -> None:
    found = counted(fought("wooden_ships", "lissa", 1, ("ensign", "ensign")))
    assert found["ensign", "own_collision"] > 10
    assert found["ensign", "hopeless_boarding"]
    assert found["ensign", "abandoned"]
    assert found["ensign", "silent"]


def test_every_kind_that_is_excused_has_its_reason() -> None:
    for place in BOOKS.values():
        assert all(import_module(place).EXCUSED.values())
