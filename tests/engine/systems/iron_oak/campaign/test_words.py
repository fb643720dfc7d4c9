"""Commands and facts of a war in words."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.question import Fill, Reopen
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NameShip, PlayCard
from tests.engine.systems.iron_oak.campaign.war import GAME, new, war


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (Fill("forces"), "Choose 6 to 10 ships for the war"),
        (Fill("commit 3"), "the sheet commit 3"),
        (NameShip("uss_cairo"), "Cairo"),
        (NameShip(), "no ship"),
        (PlayCard(5), "Fast Repair"),
        (PlayCard(), "no more cards"),
        (Reopen(), "take the sheet back"),
    ],
)
def test_a_command_that_no_option_names_has_words_of_its_own(command: Any, words: str) -> None:
    assert GAME.words.describe(new().state, command) == words


def test_a_sheet_is_told_by_what_is_filled_in_and_an_option_by_its_label() -> None:
    begun = new()
    answers = dict(begun.sheet("A").proposed)
    told = GAME.words.describe(begun.state, Fill("forces", answers))
    assert told == begun.sheet("A").describe(answers)
    assert "Tug: Zouave, 190 VP" in told
    between = war("yard", hands=((11,), ()))
    command = PlayCard(11, "uss_cairo")
    assert GAME.words.describe(between.state, command) == "Out of the Mist: Cairo"


def test_ammunition_is_short_for_nobody_where_no_ship_is_left() -> None:
    state = war("yard").state
    told = GAME.words.tell(state, ev.AmmunitionShort(9, "", 0), "A")
    assert told == "Limited Ammunition finds no ship"
