"""The keys of actions: the actions of each screen, hints that name the right keys, faulty keymap
files.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size

from engine.base.errors import FileFault
from tui.host.app import HOST_ACTIONS
from tui.input.actions import ACTIONS, Action, overlay_actions
from tui.input.keys import Keymap, key_name, key_text
from tui.terminal.keyboard import Keyboard, is_sent


@pytest.mark.parametrize("more", [(), HOST_ACTIONS], ids=["alone", "on a host"])
def test_no_room_gives_one_key_to_two_actions(more: tuple[Action, ...]) -> None:
    """If a host has its own action with a name, that action replaces the usual one."""
    actions = {action.id: action for action in (*ACTIONS, *more)}.values()
    counts = Counter(
        (action.screen, action.steers, key) for action in actions for key in action.keys
    )
    assert [pair for pair, count in counts.items() if count > 1] == []


def test_a_rooms_own_key_goes_before_the_one_of_everywhere() -> None:
    keymap = Keymap()
    assert keymap.action("battle", "left").id == "battle.left"  # type: ignore[union-attr]
    assert keymap.action("battle", "ctrl+p").id == "any.palette"  # type: ignore[union-attr]
    assert keymap.action("battle", "ctrl+x") is None


def test_every_hint_follows_a_keymap_file(tmp_path: Path) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text('[battle]\nundo = ["backspace", "u"]\nredo = "ctrl+x"\n')
    keymap = Keymap.load(path)
    assert keymap.hint("battle", "undo") == "Backspace undo"
    assert keymap.action("battle", "ctrl+x").name == "redo"  # type: ignore[union-attr]
    assert keymap.action("battle", "ctrl+r") is None


def test_a_chosen_key_is_taken_from_the_action_that_had_it_where_that_has_another(
    tmp_path: Path,
) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text('[battle]\nundo = "m"\nmeasure = "u"\n')
    keymap = Keymap.load(path)
    assert keymap.action("battle", "m").name == "undo"  # type: ignore[union-attr]
    assert keymap.action("battle", "u").name == "measure"  # type: ignore[union-attr]


def test_a_picture_that_only_one_game_has_may_have_a_key_of_its_own(tmp_path: Path) -> None:
    """The overlays of games are not known yet when the keymap file is read."""
    path = tmp_path / "keymap.toml"
    path.write_text('[battle]\noverlay_reach = "f8"\n')
    keymap = Keymap.load(path)
    keymap.add([Action("battle", "overlay_reach", ("4",), "where she may sail")])
    assert keymap.key("battle", "overlay_reach") == "F8"
    assert keymap.action("battle", "f8").name == "overlay_reach"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[battle\n", "is not TOML"),
        ('[pantry]\nundo = "u"\n', "[pantry] is not a screen"),
        ('battle = "u"\n', "[battle] is not a screen"),
        ('[battle]\nfly = "u"\n', "battle.fly is not an action"),
        ("[battle]\nundo = 3\n", "must be a key or a list of keys"),
        ('[battle]\nundo = ["u", 3]\n', "must be a key or a list of keys"),
        ('[battle]\nundo = "z"\nredo = "z"\n', "both want 'z'"),
        ('[battle]\nundo = "ctrl+entr"\n', "'ctrl+entr', which no keyboard sends"),
        ('[battle]\nundo = "PageUp"\n', "no keyboard sends: did you mean pageup?"),
        ('[battle]\nundo = "shift+u"\n', "it sends the other sign, 'U'"),
        ('[battle]\nundo = "shift+Tab"\n', "no keyboard sends: did you mean shift+tab?"),
        ('[battle]\nundo = " "\n', "it is called 'space'"),
        ('[battle]\nundo = ""\n', "wants '', which no keyboard sends"),
        ('[battle]\nundo = "xy"\n', "wants 'xy', which no keyboard sends"),
        ('[battle]\nundo = "m"\n', "battle.undo wants 'm', which is the key of battle.measure"),
    ],
)
def test_a_wrong_keymap_file_is_refused_in_one_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text(text)
    with pytest.raises(FileFault) as caught:
        Keymap.load(path)
    assert said in str(caught.value)


def test_every_key_of_the_program_can_be_sent_and_so_can_those_that_are_sent() -> None:
    assert [key for action in ACTIONS for key in action.keys if not is_sent(key)] == []
    board = Keyboard(False, lambda: Size(80, 24))
    codes = "\x1b[A", "\x1b[1;5C", "\x1b[120;7u", "\x1b[Z", "\x1b[33;3u", "\x1bx"
    for data in ("aA?\t\r\x7f\x18 é漢", *codes):
        keys = [each for each in board.feed(data.encode()) if isinstance(each, events.Key)]
        assert keys or data
        named = [key_name(each.key, each.character) for each in keys]
        assert [key for key in named if not is_sent(key)] == []


def test_hints_stop_where_the_line_is_full() -> None:
    keymap = Keymap()
    assert keymap.hinted("battle", ["accept", "next_ship", "undo"], 21) == [
        ("Enter", "take"),
        ("u", "undo"),
    ]


def test_an_action_without_a_word_for_the_line_of_keys_shows_its_description() -> None:
    worded = Action("replay", "seek", ("ctrl+r",), "look for something", "find")
    wordless = Action("replay", "heave_to", ("ctrl+y",), "heave to")
    keymap = Keymap(actions=(*ACTIONS, worded, wordless))
    hints = [keymap.hint("replay", each.name) for each in (worded, wordless)]
    assert hints == ["ctrl+r find", "ctrl+y heave to"]


def test_help_keeps_its_room_behind_the_first_hint() -> None:
    names = ["accept", "undo", "log", "help"]
    for width, keys in ((10, "Enter"), (20, "Enter ?"), (32, "Enter u ?"), (60, "Enter u L ?")):
        assert " ".join(each.key for each in Keymap().hinted("battle", names, width)) == keys


def test_overlays_of_any_game_have_keys() -> None:
    actions = overlay_actions("replay", [("range", "range rings"), ("currents", "currents")])
    assert [action.keys for action in actions] == [("g",), ("f3",)]
    assert [action.id for action in actions] == ["replay.overlay_range", "replay.overlay_currents"]


def test_keys_are_written_as_a_person_says_them() -> None:
    assert [key_text(key) for key in ("enter", "shift+tab", "+", "u", "f1", "ctrl+p")] == [
        "Enter",
        "shift+Tab",
        "+",
        "u",
        "F1",
        "ctrl+p",
    ]
    assert key_name("question_mark", "?") == "?"
    assert key_name("ctrl+r", "\x12") == "ctrl+r"
    assert key_name("space", " ") == "space"


def test_a_key_that_steers_does_so_only_while_one_looks_round(tmp_path: Path) -> None:
    """The key h asks for advice, or moves the cursor; a keymap file may also give both uses to one
    key.
    """
    keymap = Keymap()
    for screen in ("battle", "replay"):
        assert keymap.action(screen, "h").name == "advice"  # type: ignore[union-attr]
        assert keymap.action(screen, "h", looking=True).name == "west"  # type: ignore[union-attr]
        assert keymap.action(screen, "l").name == "east"  # type: ignore[union-attr]
        assert (keymap.key(screen, "advice"), keymap.key(screen, "advice", True)) == ("h", "A")
    assert keymap.action("battle", "u", looking=True).name == "undo"  # type: ignore[union-attr]
    path = tmp_path / "keymap.toml"
    path.write_text('[battle]\nundo = "k"\nnorth = "k"\n')
    keymap = Keymap.load(path)
    assert keymap.action("battle", "k").name == "undo"  # type: ignore[union-attr]
    assert keymap.action("battle", "k", looking=True).name == "north"  # type: ignore[union-attr]
