"""A reader who knows no sailor's words finds each one that a game uses in the game's reference."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.registry import system
from engine.kit.sea_words import KIND, all_sea_words

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"
GAMES = ("oak_iron", "wooden_ships", "iron_oak")
OTHERWISE = {
    "oak_iron": {"draft"},  # of cards
    "wooden_ships": set(),
    "iron_oak": {"monitor", "port", "quarter"},  # a name; a harbour; a fourth part
}
"""{game: words with another meaning in this game}."""


def texts(game: str) -> str:
    """Return all sentences of a game: those of its lessons and those in its code."""
    names = (f"data_{game}", f"engine_systems_{game}")
    return "\n".join((GOLDEN / f"{name}.txt").read_text(encoding="utf-8") for name in names)


def uses(word: str, text: str) -> bool:
    """Tell whether a text contains a word in lower case."""
    return re.search(rf"\b{re.escape(word)}s?\b", text) is not None


@pytest.mark.parametrize("game", GAMES)
def test_each_sea_word_that_a_game_uses_is_in_its_reference(game: str) -> None:
    names = {term.name.lower() for term in system(game).words.terms()}
    said = texts(game)
    used = {word for word in all_sea_words() if uses(word, said)}
    assert {"bow", "stern"} <= used
    assert used - names == OTHERWISE[game]


@pytest.mark.parametrize("game", GAMES)
def test_sea_words_are_found_in_lower_case_and_have_ids_of_their_own(game: str) -> None:
    words = system(game).words
    terms = [term for term in words.terms() if term.kind == KIND]
    assert terms
    ids = [term.id for term in words.terms()]
    for term in terms:
        assert ids.count(term.id) == 1
        assert term.id in words.named_in(f"there it lies: {term.name.lower()}.")
        assert " ".join(term.lines).endswith(".")


def test_port_and_starboard_are_named_where_a_lesson_turns_a_ship() -> None:
    named = system("oak_iron").words.named_in("Turn her to starboard [5 to port].")
    assert {"sea_port", "sea_starboard"} <= set(named)
