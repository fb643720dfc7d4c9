"""The command line as a real process: broken pipes, interrupts, and a real terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from tests.tui.pseudo_terminal import ROOT, Terminal
from tests.tui.rest import PATIENCE

PROGRAM = "import sys; from tui.cli import main; sys.exit(main())"
IN_TERMINAL = "import sys; from tui.cli import main; sys.exit(main({words!r}))"


def start(*words: object, **streams: int) -> subprocess.Popen[bytes]:
    """Start a command; all of its streams are pipes unless others are given."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-c", PROGRAM, *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, **{**pipes, **streams})  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a whole quick-start battle."""
    path = tmp_path_factory.mktemp("saves") / "quickstart.battle"
    fought = Battle.new("oak_iron", "quickstart", 3, path=path)
    play_out(fought, crews(fought.game, fought.state, 3, "ensign", "ensign"))
    fought.close()
    return path


def test_a_reader_that_leaves_early_hears_no_complaint(battle: Path) -> None:
    running = start("report", battle)
    assert running.stdout is not None
    running.stdout.close()
    _, complaint = running.communicate(timeout=PATIENCE)
    assert (running.returncode, complaint) == (0, b"")


def test_a_full_disk_is_one_line(battle: Path) -> None:
    with open("/dev/full", "wb") as full:
        running = start("report", battle, stdout=full.fileno())
        _, complaint = running.communicate(timeout=PATIENCE)
    assert running.returncode == 2
    assert complaint == b"weathergage: output: no space left on device\n"


def test_an_interrupt_is_quiet() -> None:
    running = start("talk")
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(b'{"op":"pending"}\n')
    running.stdin.flush()
    assert json.loads(running.stdout.readline())["ok"] is False
    running.send_signal(signal.SIGINT)
    out, complaint = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out, complaint) == (130, b"", b"")


@pytest.mark.parametrize("words", [(), ("play", "quickstart"), ("replay", "saved.battle")])
def test_the_screens_need_a_terminal(words: tuple[str, ...]) -> None:
    running = start(*words)
    out, complaint = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (2, b"")
    assert complaint.count(b"\n") == 1
    assert b"needs a terminal" in complaint


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_in_lines_no_terminal_is_needed(
    tmp_path: Path, battle: Path, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("TERM", term)
    playing = start("--saves", tmp_path, "play", "quickstart", "--plain", "--b", "ensign")
    out, complaint = playing.communicate(b"look\n1\nquit\n", timeout=PATIENCE)
    assert (playing.returncode, complaint) == (0, b"")
    assert b"From A1" in out
    assert b"face down" in out
    (saved,) = tmp_path.rglob("*.battle")
    assert f"go on with  weathergage play {saved} --plain".encode() in b" ".join(out.split(b"\n"))
    going_on = start("play", saved, "--plain")
    out, complaint = going_on.communicate(b"", timeout=PATIENCE)
    assert (going_on.returncode, complaint) == (0, b"")
    assert b"\x1b" not in out
    watching = start("replay", battle, "--plain", "--at", "3")
    out, complaint = watching.communicate(b"\n\xff\n", timeout=PATIENCE)
    assert (watching.returncode, complaint) == (0, b"")
    assert b"Entry 4 of" in out


def test_a_progress_bar_is_shown_on_a_terminal_only() -> None:
    words = ["simulate", "quickstart", "--games", "2", "--json"]
    with Terminal(IN_TERMINAL.format(words=words), 80, 24) as terminal:
        terminal.leave("")
        assert '"games":2' in terminal.text.replace("\n", "")
        assert "2/2" not in terminal.text  # it is wiped when it is full
    running = start(*words)
    out, complaint = running.communicate(timeout=PATIENCE)
    assert json.loads(out)["games"] == 2
    assert complaint == b""


def test_a_locale_without_unicode_still_prints(battle: Path) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-c", PROGRAM, "show", str(battle), "--glyphs", "unicode"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stdout.isascii()


def test_a_battle_begun_in_a_terminal_is_saved_and_can_be_resumed(tmp_path: Path) -> None:
    """A person begins, quits at the first choice, and has the same choice after coming back."""
    words = ["play", "quickstart", "--b", "lieutenant", "--seed", "7", "--saves", str(tmp_path)]
    asked = "choose the initiative card"
    with Terminal(IN_TERMINAL.format(words=words), 80, 24) as terminal:
        terminal.read(until=terminal.shows(asked))
        assert terminal.leave("\x11") == 0
        assert "go on with  weathergage play" in terminal.text
    (file,) = tmp_path.iterdir()
    saved = Battle.open(file, write=False)
    assert (saved.seed, saved.header.scenario) == (7, "quickstart")
    assert saved.header.options["players"] == {"A": "human", "B": "lieutenant"}
    saved.close()
    with Terminal(IN_TERMINAL.format(words=["play", str(file)]), 80, 24) as terminal:
        terminal.read(until=terminal.shows(asked))
        assert terminal.leave("\x11") == 0


def test_a_battle_played_in_another_window_is_watched_as_it_goes_on(tmp_path: Path) -> None:
    """A person in a second window sees what is done in the first."""
    words = ["play", "quickstart", "--b", "lieutenant", "--seed", "7", "--saves", str(tmp_path)]
    with Terminal(IN_TERMINAL.format(words=words), 100, 30) as first:
        first.read(until=first.shows("choose the initiative card"))
        (file,) = tmp_path.iterdir()
        with Terminal(IN_TERMINAL.format(words=["play", str(file)]), 100, 30) as second:
            second.read(until=second.shows("being played in another window"))
            assert "has the initiative" not in second.text
            first.press("\r")
            second.read(until=second.shows("Blue has the initiative"))
            assert second.leave("\x11") == 0
        assert first.leave("\x11") == 0


def test_a_position_is_played_as_a_battle_of_its_own(tmp_path: Path) -> None:
    position = str(ROOT / "tests" / "positions" / "example.toml")
    with Terminal(
        IN_TERMINAL.format(words=["play", position, "--saves", str(tmp_path)]), 110, 24
    ) as terminal:
        terminal.read(until=terminal.shows("Stern rake of a galleon"))
        assert terminal.leave("\x11") == 0
    assert len(list(tmp_path.iterdir())) == 1


def test_a_replay_opens_at_the_entry_asked_for(battle: Path) -> None:
    words = ["replay", str(battle), "--at", "12"]
    with Terminal(IN_TERMINAL.format(words=words), 80, 24) as terminal:
        terminal.read(until=terminal.shows("Entry 12"))
        assert terminal.leave("\x11") == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "quickstrat"), "did you mean 'quickstart'?"),
        (("play", "none.battle"), "none.battle cannot be opened"),
        (
            ("play", "{battle}", "--seed", "3"),
            "--seed can only be used for a new battle; a saved battle keeps its dice",
        ),
        (("play", "quickstart", "--keymap", "none.toml"), "there is no file none.toml with your"),
        (("replay", "{battle}", "--at", "99999"), "there is no entry 99999"),
        (("replay", "tests/positions/example.toml"), "is not a battle file"),
    ],
)
def test_what_cannot_be_opened_is_told_before_any_screen(
    battle: Path, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    named = [word.format(battle=battle) for word in words]
    with Terminal(
        IN_TERMINAL.format(words=[*named, "--saves", str(tmp_path)]), 200, 10
    ) as terminal:
        assert terminal.leave("") == 2
        assert said in terminal.text
        assert terminal.text.startswith("weathergage: ")
    assert list(tmp_path.iterdir()) == []
