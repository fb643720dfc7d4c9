"""The commands of the README run as written."""

from __future__ import annotations

import re
import shlex
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from PIL import Image

from engine.kernel.battle import Battle
from tests.as_written import ALONE, elsewhere, hosts, screens
from tests.command_line_doc import page
from tests.trafalgar_film import FILM, PART
from tui.cli import main
from tui.commands.parser import build

ROOT = Path(__file__).resolve().parent.parent
DOCS = ("playing", "command-line", "oak-and-iron", "wooden-ships", "iron-and-oak", "index")
PAGES = {
    page: page.read_text(encoding="utf-8")
    for page in (ROOT / "README.md", *(ROOT / "docs" / f"{name}.md" for name in DOCS))
}
README = PAGES[ROOT / "README.md"]
COMMAND_LINE = PAGES[ROOT / "docs" / "command-line.md"]
PLAYING = PAGES[ROOT / "docs" / "playing.md"]
BLOCK = re.search(r"```sh\n(.*?)```", COMMAND_LINE, re.DOTALL)
EXAMPLES = [
    shlex.split(line, comments=True)[1:] for line in (BLOCK[1] if BLOCK else "").splitlines()
]
INDENTED = [
    shlex.split(line)[1:]
    for text in PAGES.values()
    for line in re.findall(r"^    (weathergage .*)$", text, re.MULTILINE)
]
AT_ONCE = [
    words
    for words in EXAMPLES
    if words == ["puzzles", "--list"]
    or (
        words
        and words[0]
        in (
            "show",
            "report",
            "verify",
            "dice",
            "inspect",
            "simulate",
            "cards",
            "games",
            "completion",
            "man",
        )
    )
]
WRITING = [
    words
    for words in EXAMPLES
    if words
    and words[0]
    in ("fork", "export", "squadron", "talk", "tournament", "balance", "mail", "library")
]
SCREENS = [
    words
    for words in (*EXAMPLES, *INDENTED)
    if words[:1] in ([], ["play"], ["series"], ["replay"], ["learn"])
    or (words[0] == "puzzles" and words[1] not in ("make", "check", "--list"))
]
NOT_RUN = {
    "balance --games 20 --jobs 2": "every ready squadron against every other takes minutes; "
    "the line below it runs the same command with two scenarios",
    "puzzles make iron_oak --count 50 --jobs 2": "it fights for a quarter of an hour; "
    "test_solving.py runs the same command on a file that is nearly whole",
    "annotate saves/mine.battle --jobs 2": "it needs a battle that is over; test_curve.py runs the "
    "same command on one",
    "log --story": "it needs a finished battle of one's own; test_captains_log.py runs it with two",
    "doctor": "what it says hangs on the terminal; test_shell.py runs it on one and on none",
    "join --socket /run/weathergage/host.sock": "it needs a host at that place; "
    "test_hosting_doc.py runs it with one of its own",
}
"""{example that is not run as written: the reason}."""


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


@pytest.mark.parametrize("words", WRITING, ids=" ".join)
def test_an_example_that_writes_or_takes_longer_succeeds_in_a_folder_of_its_own(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if " ".join(words) in NOT_RUN:
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b'{"op": "pending"}\n')))
    fewer = ["--games", "2", "--jobs", "1"] if words[0] == "tournament" else []
    assert main([*words, *fewer, "--saves", str(tmp_path / "saves")]) == 0
    assert capsys.readouterr().out
    if words[0] in ("fork", "export", "mail"):
        assert [path for path in tmp_path.rglob("*") if path.is_file()]


def test_every_example_with_a_screen_opens_it_and_is_left(tmp_path: Path) -> None:
    begun = tmp_path / "begun.battle"
    Battle.new("oak_iron", "quickstart", 7, path=begun).close()
    screens([elsewhere(words, {"FILE": begun}) for words in SCREENS], tmp_path)


def test_the_host_of_the_examples_lets_people_in(tmp_path: Path) -> None:
    commands = [[*words, *ALONE, "--saves", str(tmp_path)] for words in EXAMPLES
                if words[:1] == ["host"]]  # fmt: skip
    assert commands
    with hosts(commands) as opened:
        assert sum(1 for _ in opened) == len(commands)


def test_every_example_is_run_or_it_is_said_why_not() -> None:
    run = [*AT_ONCE, *WRITING, *SCREENS]
    left = [words for words in EXAMPLES if words not in run and words[0] != "host"]
    assert {" ".join(words) for words in left} | {"balance --games 20 --jobs 2"} == {*NOT_RUN}


def test_the_chart_is_what_its_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    told = re.search(r"`weathergage (show [^`]*)`", PLAYING)
    chart = re.search(r"```text\n(.*?)```", PLAYING, re.DOTALL)
    assert told
    assert chart
    assert main(shlex.split(told[1])) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.rstrip().splitlines()]
    assert [line.rstrip() for line in chart[1].splitlines()] == printed


def test_the_chart_is_pure_ascii_of_100_columns() -> None:
    chart = re.search(r"```text\n(.*?)```", PLAYING, re.DOTALL)
    assert chart
    assert chart[1].isascii()
    assert max(map(len, chart[1].splitlines())) <= 100


def test_the_film_is_of_trafalgar_and_under_a_megabyte() -> None:
    assert FILM.stat().st_size < 1_000_000
    assert f"![Trafalgar, the first sixteen turns]({FILM.relative_to(ROOT)})" in README
    assert "16" in PART[-1]
    assert (ROOT / "docs" / "study.md").read_text().count("python -m tests.trafalgar_film") == 1
    with Image.open(FILM) as film:
        assert film.format == "GIF"
        assert film.info["loop"] == 0, "it plays for ever"
        assert getattr(film, "n_frames", 1) >= 50


def test_a_stranger_reads_a_hundred_lines_and_finds_every_document() -> None:
    assert len(README.splitlines()) <= 100
    led_to = set(re.findall(r"\]\(([\w-]+\.md)\)", PAGES[ROOT / "docs" / "index.md"]))
    there = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert there == led_to


def test_the_reference_is_what_the_parser_has() -> None:
    assert page() == COMMAND_LINE, "`python -m tests.command_line_doc` writes it anew"
