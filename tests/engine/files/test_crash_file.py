"""The file that the program leaves when it crashes: it says what happened and contains no
secret.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from engine import __version__
from engine.base.errors import Refused
from engine.files import crash_file
from engine.files.own_folders import NOWHERE
from tests.tui.pseudo_terminal import ROOT, Terminal
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

BROKEN = """
from engine.kernel.battle import Battle
from tests.pond.game import PondGame
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen
from tui.screens.settings import Settings

TOLD = "the card 'Full Broadside' of seed 123456789"

opened = BattleScreen.open_screen

def broken(screen, name, *args):
    if name == "help":
        raise ZeroDivisionError(TOLD)
    opened(screen, name, *args)

BattleScreen.open_screen = broken
battle = Battle.new(PondGame(), "duel", 77123456)
WeatherGageApp(Settings(guide=False), battle).run(mouse=False)
"""
COMMAND = """
import sys
from tui.commands import show
def broken(source):
    raise ZeroDivisionError("nobody is to see this")
show.load = broken
from tui.cli import main
sys.exit(main(["show", "saves/secret_name.battle"]))
"""


def files(folder: Path) -> list[Path]:
    return sorted((folder / "weathergage").glob("crash_*.txt"))


def test_a_crash_of_the_game_leaves_a_file_that_its_last_sentence_names(tmp_path: Path) -> None:
    told = {"XDG_STATE_HOME": str(tmp_path)}
    with Terminal(BROKEN, 100, 30, told=told) as terminal:
        terminal.read(terminal.shows("Pass the keyboard"))
        terminal.press("\r", terminal.shows("Steer"))
        terminal.press("y")
        terminal.leave("?")
        (file,) = files(tmp_path)
        assert f"Details are in {file}" in terminal.sent.decode()
        assert "Traceback" not in terminal.text
    left = file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    for what in (__version__, "Python 3.", "textual 8.", "Linux", "terminal 100 by 30"):
        assert what in left
    assert "battle.why" in left
    assert "ZeroDivisionError: the card ... of seed ..." in left
    assert "in broken" in left
    for secret in ("Full Broadside", "123456789", "77123456", str(Path.home()), str(ROOT)):
        assert secret not in left


@pytest.mark.parametrize("script", [BROKEN, COMMAND], ids=["game", "command"])
def test_tracebacks_are_shown_to_who_asks_for_them(script: str, tmp_path: Path) -> None:
    told = {"XDG_STATE_HOME": str(tmp_path), "WEATHERGAGE_TRACEBACK": "1"}
    with Terminal(script, 100, 60, told=told) as terminal:
        if script == BROKEN:
            terminal.read(terminal.shows("Pass the keyboard"))
            terminal.press("\r", terminal.shows("Steer"))
        terminal.leave("?")
        assert "Traceback (most recent call last)" in terminal.text
        assert "ZeroDivisionError" in terminal.text


def test_a_crash_of_a_command_leaves_a_file_too(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND],
        check=False,
        cwd=ROOT,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    (file,) = files(tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith(f"Details are in {file}\n")
    assert "last actions: show\n" in file.read_text()
    assert "secret_name" not in file.read_text()


def test_only_the_last_files_are_kept_and_none_where_none_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash_file, "state_folder", lambda: tmp_path)
    for _ in range(crash_file.KEPT + 5):
        last = crash_file.write_crash_file(ValueError("x"), (80, 24), ["battle.undo"])
    assert len(list(tmp_path.iterdir())) == crash_file.KEPT
    assert last
    assert last.exists()
    (tmp_path / "file").touch()
    monkeypatch.setattr(crash_file, "state_folder", lambda: tmp_path / "file" / "state")
    assert crash_file.write_crash_file(ValueError("x"), (80, 24), []) is None


def test_a_folder_that_takes_no_file_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(crash_file.files, "write", full)
    assert crash_file.write_crash_file(KeyError("mast"), (80, 24), ()) is None


def test_what_led_to_an_error_is_told_first_and_no_home_is_no_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", nowhere)
    monkeypatch.setattr(crash_file, "version", missing)
    try:
        try:
            raise ValueError("first")
        except ValueError as error:
            raise KeyError("mast") from error
    except KeyError as fault:
        path = crash_file.write_crash_file(fault, (80, 24), ("seal",))
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert text.index("ValueError: first") < text.index("and then:") < text.index("KeyError: ")
    assert "textual unknown" in text


def missing(name: str) -> str:
    """Raise the error that no package has this name."""
    raise PackageNotFoundError(name)


def test_where_there_is_no_home_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crash_file, "state_folder", lambda: NOWHERE)
    assert crash_file.write_crash_file(ValueError("x"), (80, 24), ()) is None


def test_what_is_told_in_a_sentence_leaves_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[BaseException] = []
    monkeypatch.setattr(crash_file, "write_crash_file", lambda error, *_: left.append(error))
    app = WeatherGageApp(Settings())
    app._leave(Refused("this cannot be"))
    assert left == []
    fault = ZeroDivisionError()
    app._leave(fault)
    assert left == [fault]
