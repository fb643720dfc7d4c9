"""Runs each attack with the same fixed seed; `make fuzz` uses new seeds."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.base.errors import WeatherGageError
from engine.kernel.registry import system, systems
from tests.fuzz import files
from tests.fuzz.__main__ import fight, main
from tests.fuzz.attacks import ATTACKS, load
from tui.commands.grammar import Misuse

SHORTER = {
    "files": ("FILES_A_SEED", 20),
    "keys": ("KEYS", 150),
    "kill_host": ("MOST", 5),
    "orders": ("ENTRIES", 40),
    "letters": ("LETTERS", 4),
    "signals": ("STEPS", 15),
    "strokes": ("STROKES", 120),
    "swiss": ("CLUB", (8, 2)),
    "walks": ("KEYS", 160),
}
"""{attack: (constant of its module, smaller value)}: examples are shorter here than in `make
fuzz`."""


@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "properties"])
def test_the_program_stands_every_attack(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attack = load(name)
    if name in SHORTER:
        length, short = SHORTER[name]
        monkeypatch.setattr(f"tests.fuzz.{name}.{length}", short)
    attack(0)


def test_a_finding_is_printed_as_the_line_that_repeats_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def odd_is_wrong(seed: int) -> None:
        assert seed % 2 == 0

    tried, found = fight({"parity": odd_is_wrong}, first=4, count=3, seconds=0)
    assert (tried["parity"], found["parity"]) == (3, 1)
    assert capsys.readouterr().out == "make fuzz ONLY=parity SEED=5\n"


def test_a_seed_alone_is_one_example(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    monkeypatch.setattr("tests.fuzz.__main__.load", lambda name: seen.append)
    assert main(["--only", "battles", "--seed", "7"]) == 0
    assert seen == [7]
    assert "battles: 1 examples, 0 with a fault" in capsys.readouterr().out


def test_switches_are_read_by_the_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The options are not only parsed: each reaches the set-up of a game, which accepts or refuses
    it.
    """
    reached: Counter[str] = Counter()
    for name in systems():
        game = system(name)

        def counted(scenario: str, options: Any = None, set_up: Any = game.set_up) -> Any:
            reached[scenario] += bool(options)
            return set_up(scenario, options)

        monkeypatch.setattr(game, "set_up", counted)
    for seed in range(12):
        with suppress(WeatherGageError, Misuse):
            files.switches(tmp_path, Random(seed))
    assert reached.total() >= 10
