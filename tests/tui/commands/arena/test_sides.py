"""The balance of scenarios: one computer player plays both sides, and it is counted who wins."""

from __future__ import annotations

import json

import pytest

from tui.cli import main

WORDS = "balance --player ensign --games 3 --scenario mars_hercule pellew_droits"


def test_every_scenario_is_told_with_its_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["scenario"] for each in found] == ["mars_hercule", "pellew_droits"]
    assert (found[0]["first"], found[0]["second"]) == ("British", "French")
    for each in found:
        assert each["first_won"] + each["drawn"] + each["second_won"] == 3


def test_a_switch_of_the_rules_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """With a limit of one turn no battle is decided."""
    assert main([*WORDS.split(), "--option", "turn_limit=1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "6 battles of ensign against ensign, from seed 1"
    assert lines[-1].split() == [
        "pellew_droits",
        "British",
        "0",
        "3",
        "0",
        "French",
        *lines[-1].split()[6:],
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("balance --scenario mars_herkule", "mars_herkule"),
        ("balance some_folder --scenario mars_hercule", "give either a folder or --scenario"),
        ("balance --option turn_limit=1", "--option can only be used with --scenario"),
        ("balance --scenario mars_hercule --player nobody", "nobody"),
    ],
)
def test_what_cannot_be_balanced_is_said(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
