"""Every card states distances in inches and turns in degrees, since players do not have the
measuring tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kit.records import read_table, shipped_folder
from engine.systems.oak_iron.screen.brief import ON_CARDS

TOOLS = re.compile(r"speed[- ]\d\b.*\b(?:tool|distance|move)|\btool\b")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key not in ("source", "name", "doubts"):
                yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("file", ["initiative_cards", "special_rules", "glossary", "keywords"])
def test_no_text_measures_with_a_piece_of_card(file: str) -> None:
    table = read_table(shipped_folder("oak_iron") / f"{file}.toml")
    found = list(texts({key: each for key, each in table.items() if key != "tool"}))
    assert len(found) > 10
    assert [text for text in found if TOOLS.search(text)] == []


def test_the_two_speeds_of_a_card_are_explained_each_by_itself() -> None:
    meanings = {row.sign: row.text for row in ON_CARDS}
    assert "close to the wind" in meanings["wind"]
    assert "from behind" in meanings["large"]
