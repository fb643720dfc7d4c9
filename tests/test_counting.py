"""No number stands before a fixed plural (`1 ships`), and such sentences in old files are
corrected.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.base.text import correct_grammar, pluralized
from engine.game.game import Outcome

ROOT = Path(__file__).resolve().parent.parent
NOUNS = re.compile(
    r"^ (?:strike )?(ships|points|hits|cards|turns|boxes|guns|sections|battles|squares|entries|"
    r"hexes|dice|seats|minutes|people|letters|messages|steps|positions|puzzles)\b"
)
PLACED = re.compile(rf"}}[\"'\s f]*?{NOUNS.pattern[1:]}")
"""Matches a noun after a placeholder, even if the text goes on in the next line of the source."""
FRAMED = re.compile(r"(\bof|\bto|\bor|least|most|than|limit|each|from) (?:the )?$")
"""Matches words before a figure that is no count by itself: `3 of 7 ships`, `2 to 4 ships`."""
KEPT = (
    "engine/systems/iron_oak/campaign/turn.py",
    "engine/systems/oak_iron/turn/end_phase.py",
    "engine/systems/wooden_ships/victory.py",
)
"""Modules of rules whose sentences are stored in battle files. They stay as they are; `agreeing`
corrects them when they are shown."""
NEVER_ONE = {
    "APART", "LAST_TURN", "MOST_PASTED", "USUAL", "count", "each", "hexes", "limit",
    "len(idle)", "record.victory_points", "size.points", "step.left",
    "share", "text", "points", "words", "turns", "_mean(tally.length)",  # have a noun
    "kept.points", "points_of(verdict)", "points_of(self.now.verdict)",
    "ship.id", "target", "self._who(attack.attacker)", "nation", "name", "side",  # not counts
    "nation.name",  # `French cards`
    "number(guns)",  # one gun has a sentence of its own
}  # fmt: skip
"""Names that are never 1: constants greater than one, texts, and names before a verb."""


def plurals(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, count) of each figure before a fixed plural."""
    text = path.read_text(encoding="utf-8")
    if not PLACED.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.JoinedStr):
            continue
        before = ""
        for value, after in zip(node.values, [*node.values[1:], None], strict=True):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                said = NOUNS.match(str(after.value))
                if said and value.format_spec is None and not FRAMED.search(before):
                    yield node.lineno, f"{ast.unparse(value.value)} {said[1]}"
            before = str(value.value) if isinstance(value, ast.Constant) else ""


@pytest.mark.parametrize("room", ["engine", "tui"])
def test_no_count_has_a_noun_that_does_not_agree(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in KEPT
        for line, said in plurals(path)
        if said.rpartition(" ")[0] not in NEVER_ONE
    ]
    assert not found


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ("Blue withdraws: 2 strike points, 1 ships", "Blue withdraws: 2 strike points, 1 ship"),
        ("Red withdraws: 1 strike points, 0 ships", "Red withdraws: 1 strike point, 0 ships"),
        ("the Union won 1 battles to 0", "the Union won 1 battle to 0"),
        ("2 battles each, 21 points afloat to 1", "2 battles each, 21 points afloat to 1"),
        ("French with 1 points", "French with 1 point"),
        ("11 ships, 0.1 points, -1 points", "11 ships, 0.1 points, -1 points"),
    ],
)
def test_what_a_file_says_of_one_in_the_plural_is_told_rightly(kept: str, told: str) -> None:
    assert Outcome((), kept).told == correct_grammar(kept) == told


def test_a_count_agrees_with_its_noun() -> None:
    assert [pluralized(n, "ship") for n in (0, 1, 2)] == ["0 ships", "1 ship", "2 ships"]
    assert [pluralized(n, "die", "dice") for n in (1, 5)] == ["1 die", "5 dice"]


def test_no_plural_is_made_by_hand() -> None:
    """The verb after a number must agree with it, too: `2 wait`."""
    by_hand = re.compile(
        r"'e?s' (?:\* \([^()]+(?:\(\w+\))? (?:!= 1|> 1)\)|if \w+ [!>])"
        r"|'' if \w+ == 1 else 's'"
    )
    found = {
        path.relative_to(ROOT).as_posix()
        for room in ("engine", "tui")
        for path in (ROOT / room).rglob("*.py")
        if by_hand.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"engine/systems/iron_oak/campaign/planning.py"}  # `2 to 4 ships`
