"""Scenarios have titles for people: no screen and no line shows an id such as `mars_hercule`."""

from __future__ import annotations

import pytest

from engine.game.game import titled
from engine.kernel.registry import series, system, systems
from engine.sitting.setting_up.forms import SEATED, choices, form_lines, quick_start, read_choice
from engine.sitting.setting_up.rows import SetupLine, SetUpRows, title_of

GAMES = [*systems(), *series()]


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_has_a_name_of_its_own(game: str) -> None:
    names = [titled(system(game), scenario) for scenario in system(game).scenarios()]
    assert all(name.title[:1].isupper() and "_" not in name.title for name in names)
    assert all("_" not in name.about for name in names)
    assert len({name.title for name in names}) == len(names)


def test_the_text_about_a_battle_does_not_repeat_its_name() -> None:
    assert titled(system("iron_oak"), "mobile_bay_gauntlet") == (
        "Battle of Mobile Bay: The Gauntlet",
        "1864-08-05: Mobile Bay entrance, 10 turns",
    )
    assert titled(system("oak_iron"), "gone_since").title == "Gone since"


def test_a_form_names_battles_and_still_reads_their_ids() -> None:
    form = SetUpRows(quick_start(), SEATED)
    row = SetupLine("scenario")
    assert "scenario  Scenario: Quick start" in form_lines(form, form.who())
    assert {"Quick start", "Patrol"} <= {each.words for each in choices(form, row)}
    assert read_choice(form, row, "patrol") == read_choice(form, row, "Patrol") == "patrol"
    assert title_of(form) == "Quick start"
