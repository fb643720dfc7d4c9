"""Battles with different data sets can be played side by side in one process."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from engine.arena import crews, play_out
from engine.base.errors import SetUpFault
from engine.game.panel import ShipPlan
from engine.kernel.battle import Battle
from engine.kit.dataset import current_dataset, using
from engine.systems.oak_iron.data.book import read
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.set_up.scenario_draft import ready_of
from engine.systems.oak_iron.thinking.measure.melee import Crew, fight

SEED = 7
COMMANDS = 60
"""Enough commands for the squadrons of the quick start to meet and fire."""


@pytest.fixture
def games(tmp_path: Path) -> tuple[OakIron, OakIron]:
    """Return (the game as shipped, the game with a user's own corvette of eight guns a side)."""
    (tmp_path / "ships.toml").write_text("[corvette]\nbroadside = 8\ncrew = 4\n")
    return OakIron(), OakIron(read(tmp_path))


def figures(battle: Battle) -> tuple[int, int, str]:
    """Return the corvette's guns, the dice of her broadside, and a line of her card."""
    game, view = battle.game, battle.view("A")
    card = game.screen.card(view, "A1")
    (plan,) = (row for row in card if isinstance(row, ShipPlan))
    fire = game.positions.inspect(view, "A1")["A1"]["targets"]["B1"]["broadside"]
    line = next(str(row) for row in card if "crew " in str(row))
    return plan.guns, fire["port"]["dice"], line


def played(game: OakIron, *others: OakIron) -> list[list[Any]]:
    """Play a battle of each game, with a command of each in turn; return the events of each."""
    battles = [Battle.new(each, "quickstart", SEED) for each in (game, *others)]
    players = [crews(each.game, each.state, SEED, "lieutenant", "ensign") for each in battles]
    for _ in range(COMMANDS):
        for battle, crew in zip(battles, players, strict=True):
            if battle.pending():
                question = battle.pending()[0]
                view = battle.view(question.seat)
                battle.answer(question.seat, crew[question.seat].choose(view, question))
    assert all(battle.verify().ok for battle in battles)
    return [[record.events for record in battle.entries] for battle in battles]


def test_each_battle_goes_by_its_own_figures(games: tuple[OakIron, OakIron]) -> None:
    with using(None):
        shipped, own = (Battle.new(game, "quickstart", SEED) for game in games)
        for _ in range(3):
            assert figures(shipped)[:2] == (3, 3)
            assert figures(own)[:2] == (8, 8)
        assert "crew 1" in figures(shipped)[2]
        assert "crew 4" in figures(own)[2]
        assert current_dataset() is None
    assert shipped.game.data_version != own.game.data_version


def test_battles_that_take_turns_are_those_that_are_fought_alone(
    games: tuple[OakIron, OakIron],
) -> None:
    alone = [played(game)[0] for game in games]
    assert alone[0] != alone[1], "eight guns change a battle"
    assert played(*games) == alone
    assert played(*reversed(games)) == alone[::-1]


def test_battles_in_threads_of_their_own_go_by_their_own_figures(
    games: tuple[OakIron, OakIron],
) -> None:
    alone = [played(game) for game in games]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(played, games)) == alone


def test_whole_battles_are_verified_each_by_its_own_figures(
    games: tuple[OakIron, OakIron],
) -> None:
    battles = [Battle.new(game, "quickstart", SEED) for game in games]
    for battle in battles:
        play_out(battle, crews(battle.game, battle.state, SEED, "ensign", "ensign"))
    assert [battle.verify().ok for battle in battles] == [True, True]


def test_odds_of_a_melee_are_those_of_the_die_in_force(tmp_path: Path) -> None:
    faces = ["skull", "sail", "sail", "sail", "sail", "sail", "sail", "sail"]
    (tmp_path / "dice.toml").write_text(f"[die]\nfaces = {faces}\n")
    crew = Crew(dice=4, share=0.5, fatigue=0, boxes=6)
    shipped, own = OakIron(), OakIron(read(tmp_path))
    found = []
    for game in (shipped, own, shipped):
        with using(game.data):
            found.append(fight(crew, crew, first=0.5))
    assert found[0] == found[2]
    assert found[0] != found[1], "who always cuts free is taken less often"


def test_a_ready_squadron_that_own_prices_make_illegal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ships.toml").write_text("[sloop]\npoints = 90\n")
    shipped, own = OakIron(), OakIron(read(tmp_path))
    with using(shipped.data):
        assert ready_of("patrol")
    with using(own.data), pytest.raises(SetUpFault):
        ready_of("patrol")
