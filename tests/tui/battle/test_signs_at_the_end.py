"""At the end of a battle, too, each sign on the chart is explained, in the list of signs and in the
terms.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from engine.files.saves import samples_folder
from engine.game.panel import Letter
from engine.kernel.battle import Battle
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import tokens
from tests.tui.running import house
from tui.battle.screen import BattleScreen
from tui.screens.reference import ReferenceScreen


@pytest.mark.parametrize("name", ["sample_broadsides", "sample_sinking", "sample_boarding"])
def test_the_legend_lists_every_sign_beside_a_ship(name: str) -> None:
    with Battle.open(samples_folder() / f"{name}.battle", write=False) as battle:
        state = battle.state
        assert isinstance(state, State)
        there = {
            sign for ship in state.ships.values() if ship.afloat for sign in tokens(state, ship)
        }
        legend = battle.game.screen.legend(battle.view(""))
        signs = {row.sign: row.text for row in legend if isinstance(row, Letter)}
    assert there <= signs.keys()
    assert "x" not in there or "crosses" in signs["x"]


async def test_the_terms_of_the_end_explain_the_signs_of_ships_that_are_not_selected(
    tmp_path: Path,
) -> None:
    path = tmp_path / "over.battle"
    copy(samples_folder() / "sample_broadsides.battle", path)
    async with house(tmp_path, battle=Battle.open(path)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        view = screen.session.view
        signed = {
            sign: term.id for term in screen.session.game.words.terms() for sign in term.signs
        }
        there = {
            signed[sign]
            for ship in view.ships.values()
            if ship.afloat
            for sign in tokens(view, ship)
        }
        await pilot.press("escape", "i")
        assert isinstance(app.screen, ReferenceScreen)
        assert "minimal_sail" in there
        assert there <= set(app.screen.now)
