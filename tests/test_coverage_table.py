"""Every function and test that the coverage table names exists, and every card of the data is in
it.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.systems.oak_iron.data.book import shipped
from tests import card_rows
from tests.card_rows import DOCUMENT, NOT_BUILT, PARTS, ROOT
from tests.sources import statements, tree

TEXT = DOCUMENT.read_text("utf-8")
BUILT, _, NOT_YET = TEXT.partition(NOT_BUILT)
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in BUILT.splitlines()
    if line.startswith("| ")
    and not line.startswith(("| ---", "| rule |", "| ruling |", "| card |"))
]
NAMED = re.compile(r"`([^`]+)`")


@cache
def defined(path: Path) -> frozenset[str]:
    """Return the functions, methods and classes of a module."""
    kinds = ast.FunctionDef | ast.ClassDef
    return frozenset(node.name for node in statements(tree(path)) if isinstance(node, kinds))


def section(title: str) -> str:
    """Return the text of a document under a heading, up to the next heading."""
    return re.split(r"^##", TEXT.split(f"# {title}\n")[1], flags=re.MULTILINE)[0]


def test_no_cell_is_empty() -> None:
    assert len(ROWS) > 300
    for row in ROWS:
        assert len(row) == 3, row
        assert all(row), row


def test_every_function_that_is_named_exists() -> None:
    for rule, functions, _ in ROWS:
        named = NAMED.findall(functions)
        assert named, rule
        for place in named:
            file, _, name = place.partition(": ")
            assert file.startswith("engine/"), place
            assert name in defined(ROOT / file), f"{rule}: {place}"


def test_every_test_that_is_named_exists() -> None:
    for rule, _, tests in ROWS:
        named = NAMED.findall(tests)
        assert named, rule
        for place in named:
            file, _, name = place.partition("::")
            assert name in card_rows.names(ROOT / file), f"{rule}: {place}"


@pytest.mark.parametrize("part", PARTS)
def test_every_card_has_a_row_or_is_told_not_to_be_built_yet(part: str) -> None:
    listed = section(PARTS[part])
    for key in getattr(shipped(), part):
        assert (f"(`{key}`) |" in listed) != (f"`{key}`" in NOT_YET), key


@pytest.mark.parametrize("part", PARTS)
def test_rows_of_cards_name_what_the_registries_hold(part: str) -> None:
    listed = section(PARTS[part])
    for key, (title, functions, _) in card_rows.rows(part).items():
        if f"`{key}`" not in NOT_YET:
            told = f"| {title} | {functions} |" in listed
            assert told, f"{key}: `python -m tests.card_rows` writes the rows anew"


def test_rulings_that_are_named_stand_in_their_document() -> None:
    sections = re.split(r"^#{2,3} ", (ROOT / "docs" / "rulings.md").read_text("utf-8"), flags=re.M)
    numbers = {
        part.split("\n")[0]: [int(each) for each in re.findall(r"^\| (\d+) \|", part, re.M)]
        for part in sections[1:]
    }
    for chapter, told in numbers.items():
        assert told == [*range(1, len(told) + 1)], chapter
    found = re.findall(r"^\| ([^:|]+) (\d+): ", section("Rulings"), re.M)
    assert len(found) > 80
    for chapter, number in found:
        assert int(number) in numbers.get(chapter, ()), f"{chapter} {number}"
