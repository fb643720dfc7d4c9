"""The rules reference also explains the program's own words: the coach and the computer players."""

from __future__ import annotations

import pytest

from engine.game.parts.words import OF_PROGRAM
from engine.kernel.registry import system
from engine.players import PLAYERS

GAMES = ("oak_iron", "wooden_ships", "iron_oak", "iron_oak_campaign")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_explains_the_coach_and_each_computer_player(game: str) -> None:
    words = system(game).words
    found = {term.name.lower() for term in words.terms() if term.kind == OF_PROGRAM}
    assert found == {"coach", *PLAYERS}


@pytest.mark.parametrize("game", GAMES)
def test_an_officer_on_the_screen_is_no_computer_player(game: str) -> None:
    named = system(game).words.named_in("The Captain of A1 asks the Admiral")
    assert not [id for id in named if id.startswith("program_")]
