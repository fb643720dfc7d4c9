"""The foot of a page: a sentence of any length says its reason, or ends in a sign."""

from __future__ import annotations

import pytest

from tui.screens.page_screen import said_rows

FOLDER = "/tmp/" + "x" * 90


@pytest.mark.parametrize(
    ("sentence", "rows"),
    [
        ("It is kept.", ["It is kept."]),
        (
            f"{FOLDER}/saves/duel.battle cannot be imported: line 12 was cut short",
            ["../duel.battle cannot be", "imported: line 12 was cut", "short"][:2],
        ),
        ("word " * 40, ["word word word word word", "word word word word word .."]),
    ],
)
def test_a_sentence_has_two_rows_at_most_and_is_never_cut_in_silence(
    sentence: str, rows: list[str]
) -> None:
    found = said_rows(sentence, 28)
    assert len(found) <= 2
    assert found[0] == rows[0]
    whole = " ".join(found)
    assert "x" * 20 not in whole
    assert whole.endswith(("..", "kept.", "short"))


def test_a_path_that_has_room_is_told_whole() -> None:
    told = "/home/anna/saves/duel.battle cannot be read"
    assert said_rows(told, 78) == [told]
