"""The golden files contain every sentence that a player reads, so that a change of one shows in the
diff.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.sitting.actions import ACTIONS
from tests.sentences import GOLDEN, is_sentence, sentences, written


def test_golden_files_hold_every_sentence_of_the_sources() -> None:
    """`python -m tests.sentences` updates the files; read the diff."""
    kept = {
        path.name: path.read_text(encoding="utf-8").splitlines() for path in GOLDEN.glob("*.txt")
    }
    now = written()
    assert sorted(kept) == sorted(now)
    for name, lines in now.items():
        assert kept[name] == lines, name


def test_a_command_to_be_typed_stands_in_backquotes() -> None:
    words = {each.word for each in ACTIONS if each.word}
    words |= {"found", "learn", "lessons", "list", "new", "open", "paste", "sit", "yes"}
    bare = re.compile(rf"\b[Tt]ype ({'|'.join(sorted(words))})\b")
    for path in GOLDEN.glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert not bare.search(line), (path.name, line)
            assert line.count("`") % 2 == 0, (path.name, line)


@pytest.mark.parametrize(
    "text",
    [
        *("take the order", "Nothing here.", "{name} fires at {target}", "no {unit} left"),
        *(
            "{label}: nothing is open",
            "<b>Nothing is here.</b>",
            "Quiet: {hours}.",
            "{name}.toml is missing",
        ),
    ],
)
def test_words_for_people_are_sentences(text: str) -> None:
    assert is_sentence(text)


@pytest.mark.parametrize(
    "text",
    [
        *("uss_monitor", "--width", "a.b.c", "{at}/{of}", "ctrl+k", "\x1b[2K now", "A1 B2"),
        *("take:{ship}", "{side}:exit:{own ship}", "hand[{index}]", '<rect class="page sea"/>'),
        *("SELECT path FROM files", ".rocks{fill:{colour};stroke:none}"),
    ],
)
def test_ids_keys_and_formats_are_no_sentences(text: str) -> None:
    assert not is_sentence(text)


def test_docstrings_patterns_and_annotations_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text(
        """'A module with words.'
import re
NAME: "some type" = f"{ship.name} strikes her colours."
'A docstring of an attribute.'
PATTERN = re.compile("words to be found")
def told(where: "a place") -> str:
    'Return the words.'
    raise Refused("no ship is there" if where else f"nothing at {told(where)}")
""",
        encoding="utf-8",
    )
    assert list(sentences(source)) == [
        "{name} strikes her colours.",
        "no ship is there",
        "nothing at {told where}",
    ]
