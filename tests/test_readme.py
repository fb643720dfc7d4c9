"""The README's commands run as they are written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tui.cli import main
from tui.commands.parser import build

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.search(r"```sh\n(.*?)```", README, re.DOTALL)
EXAMPLES = [
    shlex.split(line, comments=True)[1:] for line in (BLOCK[1] if BLOCK else "").splitlines()
]
AT_ONCE = [
    words
    for words in EXAMPLES
    if words and words[0] in ("show", "report", "verify", "inspect", "simulate", "cards", "games")
]


def test_both_commands_stand_at_the_top() -> None:
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE) == ["make play", "make test"]


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_every_example_is_understood(words: list[str]) -> None:
    build().parse_args(words)


def test_every_command_has_an_example() -> None:
    commands = build()._subparsers
    assert commands is not None
    known = set(commands._group_actions[0].choices or ())
    assert {words[0] for words in EXAMPLES if words} == known


@pytest.mark.parametrize("words", AT_ONCE, ids=" ".join)
def test_an_example_that_ends_by_itself_succeeds(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(words) == 0
    assert capsys.readouterr().out


def test_the_chart_is_pure_ascii_of_100_columns() -> None:
    chart = re.search(r"```text\n(.*?)```", README, re.DOTALL)
    assert chart
    assert chart[1].isascii()
    assert max(map(len, chart[1].splitlines())) <= 100


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)]+)\)", README))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
