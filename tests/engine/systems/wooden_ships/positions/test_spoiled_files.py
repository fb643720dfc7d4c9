"""A hundred files with one mistake each: a sentence names the file, the key and what is allowed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine.base.errors import SetUpFault
from engine.kernel.opening import read_position
from engine.systems.wooden_ships.data import read

ROOT = Path(__file__).parents[5]
POSITION = (ROOT / "tests/positions/wooden_ships.toml").read_text(encoding="utf-8")
SCENARIOS = (ROOT / "data/wooden_ships/scenarios.toml").read_text(encoding="utf-8")
ANY_NAME = re.compile(r"(?:confidence|awards|source|notes|grappled) = (?:\{[^{}]*\}|\[.*?\])")
"""Matches keys with free names or texts as values, in which a change is not a mistake."""
PAIR = re.compile(r'\b(?P<key>[a-z_]+) = (?P<value>-?\d+|"[^"]*"|true|false)')
POSITIONS, SCENARIO_FILES = 80, 30


def plain(text: str) -> str:
    """Return a file without comments, and without keys whose values cannot be wrong."""
    kept = re.sub(r"#.*", "", text)
    return re.sub(r",\s*(?=[,}])", "", ANY_NAME.sub("", kept))


def spoiled(text: str, dice: Random) -> tuple[str, str]:
    """Return (the text with one misspelt key or one value of a wrong type, the key)."""
    pair = dice.choice(list(PAIR.finditer(text)))
    key, value = pair["key"], pair["value"]
    if dice.random() < 0.5:
        put = f"{key}x = {value}"
    else:
        put = f"{key} = {'7.5' if value.startswith(chr(34)) else chr(34) + 'many' + chr(34)}"
    return text[: pair.start()] + put + text[pair.end() :], key


def is_a_sentence(said: str, key: str) -> bool:
    """Tell whether an error is one printable line that names the key."""
    return key in said and said.isprintable() and len(said) < 2000


@pytest.mark.parametrize("number", range(4))
def test_a_spoiled_position_is_refused_with_its_key(number: int, tmp_path: Path) -> None:
    path, dice, text = tmp_path / "spoiled.toml", Random(number), plain(POSITION)
    path.write_text(text, encoding="utf-8")
    read_position(path)
    for _ in range(POSITIONS // 4):
        mistaken, key = spoiled(text, dice)
        path.write_text(mistaken, encoding="utf-8")
        with pytest.raises(SetUpFault) as caught:
            read_position(path)
        assert is_a_sentence(str(caught.value), key), str(caught.value)
        assert path.name in str(caught.value)


@pytest.mark.parametrize("number", range(2))
def test_a_spoiled_scenario_is_refused_with_its_key(number: int, tmp_path: Path) -> None:
    path, dice = tmp_path / "scenarios.toml", Random(number)
    records = re.findall(r"^\[\w+\]\n.*?(?=^\[\w+\]\n|\Z)", plain(SCENARIOS), re.M | re.S)
    assert len(records) == 25
    for _ in range(SCENARIO_FILES // 2):
        mistaken, key = spoiled(dice.choice(records), dice)
        path.write_text(mistaken, encoding="utf-8")
        with pytest.raises(SetUpFault) as caught:
            read(tmp_path)
        assert is_a_sentence(str(caught.value), key), str(caught.value)
        assert path.name in str(caught.value)
