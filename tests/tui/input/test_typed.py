"""The typed line: what its keys do to the text, to a proposed text, and to the matches below the
line.
"""

from __future__ import annotations

import pytest

from engine.sitting.typed_words import SearchMatch
from tui.input.typed import LONGEST, Typed
from tui.terminal.page import CURSOR, text_of

SHIPS = ("Ajax", "Argus", "Boreas", "Calypso", "Diadem")


def found(words: str) -> list[SearchMatch]:
    """Return the ships whose names contain the words, as matches of a search."""
    return [SearchMatch(label=name) for name in SHIPS if words.lower() in name.lower()]


def pressed(line: Typed, *keys: str) -> tuple[str, int]:
    """Press keys that the line must accept; return (its text, the place of its caret)."""
    for key in keys:
        assert line.press(key), key
    return line.text, line.caret


@pytest.mark.parametrize(
    ("key", "text", "caret"),
    [
        ("x", "x", 1),
        ("space", " ", 1),
        ("left", "Gulls", 4),
        ("end", "Gulls", 5),
        ("backspace", "Gull", 4),
        ("delete", "Gulls", 5),
        ("ctrl+u", "", 0),
    ],
)
def test_a_letter_or_a_blank_replaces_what_was_proposed_and_other_keys_keep_it(
    key: str, text: str, caret: int
) -> None:
    line = Typed("Name: ")
    line.propose("Gulls")
    assert pressed(line, key) == (text, caret)
    assert pressed(line, "end", "y") == (f"{text}y", len(text) + 1), "only the first key replaces"


def test_a_paste_replaces_what_was_proposed_and_is_kept_by_the_next_letter() -> None:
    line = Typed("Name: ")
    line.propose("Gulls")
    line.paste("Tern")
    assert (line.text, line.caret) == ("Tern", 4)
    assert pressed(line, "s") == ("Terns", 5)
    pasted = Typed("Name: ")
    pasted.paste("Gull")
    assert pressed(pasted, "s") == ("Gulls", 5)


def test_keys_move_the_caret_within_the_text_and_erase_beside_it() -> None:
    line = Typed("Name: ")
    line.paste("Gulls")
    assert pressed(line, "right") == ("Gulls", 5)
    assert pressed(line, "left", "left", "delete") == ("Guls", 3)
    assert pressed(line, "backspace") == ("Gus", 2)
    assert pressed(line, "home", "left") == ("Gus", 0)
    assert pressed(line, "backspace") == ("Gus", 0), "nothing is before the caret"
    assert pressed(line, "a", "space", "b") == ("a bGus", 3)
    assert pressed(line, "ctrl+h") == ("a Gus", 2)
    line.paste("\x1bnd ")
    assert (line.text, line.caret) == ("a ?nd Gus", 6)
    assert pressed(line, "end", "delete") == ("a ?nd Gus", 9)
    assert pressed(line, "ctrl+u") == ("", 0)
    for key in ("f5", "tab", "down", "pagedown"):
        assert not line.press(key), "nothing is found that it would act on"


def test_a_line_has_a_greatest_length_whether_typed_or_pasted() -> None:
    line = Typed("Name: ")
    line.paste("x" * (LONGEST - 1))
    assert pressed(line, "home", "a", "b") == (f"a{'x' * (LONGEST - 1)}", 1)
    line.paste("more")
    assert len(line.text) == LONGEST
    longer = Typed("Name: ")
    longer.paste("y" * (LONGEST + 1))
    assert (longer.text, longer.caret) == ("y" * LONGEST, LONGEST)


def test_matches_are_gone_through_in_a_ring_by_lines_and_to_the_ends_by_pages() -> None:
    line = Typed(":", found)
    assert [each.label for each in line.found] == [*SHIPS]
    line.page = 2
    for key, index in (
        *(("up", 4), ("down", 0), ("down", 1)),
        *(("pagedown", 3), ("pagedown", 4), ("pageup", 2), ("pageup", 0), ("pageup", 0)),
    ):
        pressed(line, key)
        assert line.index == index, key
    pressed(line, "down", "down")
    pressed(line, "left")
    assert line.index == 2, "the text is the same, and so is the highlighted match"
    pressed(line, "a")
    assert [each.label for each in line.found] == ["Ajax", "Argus", "Boreas", "Calypso", "Diadem"]
    assert line.index == 0
    assert not line.press("f5"), "only Tab completes"
    assert line.text == "a"
    assert pressed(line, "r", "tab") == ("Argus", 5)
    assert line.chosen == SearchMatch(label="Argus")
    pressed(line, "z")
    assert line.chosen is None
    assert not line.press("tab")
    line.press("backspace")
    assert [each.label for each in line.found] == ["Argus"]
    pressed(line, "ctrl+u")
    line.paste("al")
    assert [each.label for each in line.found] == ["Calypso"], "of what is pasted, too"


def test_tab_turns_the_words_before_the_line_where_it_is_given_a_meaning() -> None:
    leads = iter(("to Blue: ", "to all: "))
    line = Typed("to Red: ", found, tab=lambda: next(leads))
    assert pressed(line, "a", "tab") == ("a", 1)
    assert text_of(line.line(20)).rstrip() == " to Blue: a"
    assert not line.press("f5")
    pressed(line, "tab")
    assert text_of(line.line(20)).rstrip() == " to all: a"


def test_the_caret_is_on_the_character_after_it_and_a_hidden_line_is_stars() -> None:
    for hidden, shown in ((False, ("Gu", "l", "ls")), (True, ("**", "*", "**"))):
        line = Typed("Name: ", hidden=hidden)
        line.paste("Gulls")
        pressed(line, "home", "right", "right")
        cells = [text.rstrip() for _, text in line.line(40)]
        assert cells[:3] == [f" Name: {shown[0]}", *shown[1:]]
        pressed(line, "end")
        assert line.line(40)[1] == (f"prompt{CURSOR}", " "), "behind the text it is on a blank"


def test_matches_are_listed_around_the_highlighted_one_which_is_never_cut() -> None:
    def lines(line: Typed, width: int, height: int) -> list[str]:
        return [text_of(each).rstrip() for each in line.lines(width, height)]

    line = Typed(":", found)
    assert lines(line, 20, 3) == ["> Ajax", "  Argus", "  Boreas"]
    assert line.page == 3
    pressed(line, "down", "down")
    assert lines(line, 20, 3) == ["  Argus", "> Boreas", "  Calypso"]
    assert lines(line, 20, 4) == ["  Ajax", "  Argus", "> Boreas", "  Calypso"]
    pressed(line, "down", "down")
    assert lines(line, 20, 3) == ["  Boreas", "  Calypso", "> Diadem"]
    assert lines(line, 20, 9) == ["  Ajax", "  Argus", "  Boreas", "  Calypso", "> Diadem"]
    long = Typed(":", lambda _: [SearchMatch(label="the larboard guns"), *found("")])
    assert lines(long, 10, 4) == ["> the", "  larboard", "  guns", "  Ajax"]
    assert long.page == 2
    assert lines(Typed(":"), 20, 3) == []
