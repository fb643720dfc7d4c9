"""What `weathergage series WHAT` begins, and that the menu offers the series that ship with the
game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.base.errors import Refused, SetUpFault
from engine.sitting.setting_up.rows import on_offer
from tests.tui.running import house, screen_of, until
from tui.commands.learn import Chain, chain
from tui.commands.parser import build


def meant(*words: str) -> Chain:
    """Return the series that the words of a command line mean."""
    return chain(build("series").parse_args(["series", *words]))


def test_a_scenario_is_played_in_a_chain_of_its_game() -> None:
    game, scenario, options = meant("mars_hercule", "--best-of", "5", "--alternation", "none")
    assert game.name == "series:wooden_ships"
    plan = game.set_up(scenario, options).plan
    assert (plan.battles, plan.best_of, plan.alternation) == (("mars_hercule",), 5, "none")


def test_a_series_that_ships_is_played_by_its_name_and_may_be_longer() -> None:
    game, scenario, options = meant("frigates", "--best-of", "7")
    plan = game.set_up(scenario, options).plan
    assert plan.title == "Three frigate actions"
    assert plan.best_of == 7
    assert plan.scenario(4) == plan.scenario(1) != plan.scenario(2)


def test_squadrons_and_switches_are_those_of_each_battle() -> None:
    squadrons = ["flying_gang", "corsairs_of_dunkirk"]
    words = ("skirmish", "--squadrons", *squadrons, "--option", "events=yes")
    game, scenario, options = meant(*words)
    plan = game.set_up(scenario, options).plan
    assert plan.options["squadrons"] == squadrons
    assert "events" in plan.options


def test_a_file_is_a_series_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\nbattles = ["hampton_roads", "plum_pudding"]\nbest_of = 2\n')
    game, scenario, options = meant(str(path))
    with pytest.raises(SetUpFault, match="plum_pudding"):
        game.set_up(scenario, options)
    path.write_text('title = "Mine"\nbattles = ["hampton_roads"]\nbest_of = 2\n')
    game, scenario, options = meant(str(path))
    assert game.set_up(scenario, options).plan.title == "Mine"


@pytest.mark.parametrize("game", ["nope", "series:oak_iron", "\\u001b[31m"])
def test_a_file_of_a_game_that_does_not_exist_is_refused(tmp_path: Path, game: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'title = "Mine"\ngame = "{game}"\nbattles = ["quickstart"]\n')
    with pytest.raises(SetUpFault, match=r"mine\.toml: game: found '"):
        meant(str(path))


def test_the_battles_of_a_file_are_those_of_its_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\ngame = "iron_oak"\nbattles = ["quickstart"]\n')
    game, scenario, options = meant(str(path))
    with pytest.raises(SetUpFault, match="Iron & Oak has no scenario 'quickstart'"):
        game.set_up(scenario, options)


@pytest.mark.parametrize(
    ("switch", "told"),
    [
        ("title=5", "series: title: expected str, got int"),
        ("battles=x", "series: battles: expected array, got str"),
        ("best_of=many", "series: best_of: expected int, got str"),
        ("alternation=x", "series: alternation: invalid enum value 'x'"),
        ("alternation=\udcd9", "series: alternation: invalid enum value '?'"),
    ],
)
def test_a_switch_of_the_wrong_type_is_named(switch: str, told: str) -> None:
    game, scenario, options = meant("frigates", "--option", switch)
    with pytest.raises(SetUpFault) as fault:
        game.set_up(scenario, options)
    assert str(fault.value) == told


def test_a_title_moves_no_cursor() -> None:
    game, scenario, options = meant("frigates", "--option", "title=\x1b[31mRed")
    assert game.set_up(scenario, options).plan.title == "?[31mRed"


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(Refused, match="did you mean 'frigates'"):
        meant("frigate")


async def test_the_menu_offers_series_and_begins_one(tmp_path: Path) -> None:
    """The series is found in the list; Enter opens its form, and then begins the first battle."""
    assert ("series:oak_iron", "best_of_three") in [each[:2] for each in on_offer()]
    async with house(tmp_path) as (app, pilot):
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: "NEW BATTLE" in screen_of(app), "the list")
        await pilot.press(*"best of three", "enter")
        await until(pilot, lambda: "a series" in screen_of(app), "the form")
        await pilot.press("enter")
        assert "1/3 0:0" in screen_of(app)
    (path,) = tmp_path.glob("*.battle")
    assert "series" not in path.name
