"""Each attack with the same few seeds every time; `make fuzz` goes on from here."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import fight, main
from tests.fuzz.attacks import ATTACKS, load

SEEDS = range(2)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", [name for name in ATTACKS if name != "properties"])
def test_the_program_stands_every_attack(name: str, seed: int) -> None:
    load(name)(seed)


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
