"""If a command cannot do something, it prints one sentence; a battle that it begins is as
requested.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.arena import crews, play_out
from engine.base.errors import FileFault, SetUpFault
from engine.kernel.battle import Battle
from engine.kernel.registry import register, system
from tests.pond.game import PondGame
from tui.chart.layouts import LEAST
from tui.commands import host, learn, play, source
from tui.screens.settings import Settings

Run = Callable[..., tuple[int, str, str]]
POSITION = Path(__file__).parents[2] / "positions" / "example.toml"


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """Return the file of a battle that is over."""
    path = tmp_path / "over.battle"
    battle = Battle.new(PondGame(), "duel", 1, path=path)
    play_out(battle, crews(battle.game, battle.state, 1, "ensign", "ensign"))
    battle.close()
    return path


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Prevent screens from opening; return the list of arguments with which they would have
    opened.
    """
    opened: list[dict[str, Any]] = []

    def open_app(looks: Any, **more: Any) -> int:
        opened.append(more)
        return 0

    for module in (play, learn):
        monkeypatch.setattr(module, "prepare_first_frame", lambda what: None)
        monkeypatch.setattr(module, "open_app", open_app)
    return opened


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("show", POSITION, "--at", "3"), "is a position, so there is no entry to show"),
        (("report", "sample:armada"), "'sample:armada' is not one of boarding, broadsides"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(run: Run, words: tuple[str, ...], why: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_terminal_too_small_for_a_chart_is_told_how_large_one_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.commands.show._size", lambda chosen: (20, 9))
    code, out, err = run("show", POSITION)
    assert (code, out) == (2, "")
    assert f"a chart needs {LEAST[0]} by {LEAST[1]} cells, not 20 by 9" in err


def test_no_battle_is_forked_where_it_is_over(run: Run, over: Path) -> None:
    last = Battle.open(over, write=False).position
    code, _, err = run("fork", over, "--at", last)
    assert code == 2
    assert "the battle is over at this entry; choose an earlier one with --at" in err
    assert run("fork", over, "--at", 1, "--to", over.with_name("fork.battle"))[0] == 0


def test_a_budget_of_an_admiral_is_checked_when_it_is_read(run: Run) -> None:
    simulate = ("simulate", "quickstart", "--games", "1")
    code, _, err = run(*simulate, "--a", "admiral:never")
    assert code == 2
    assert (
        "an admiral's budget is a number of playouts, such as 200, or of seconds, such as 0.5s; "
        "not 'never'" in err
    )
    assert "'nobody' is not one of" in run(*simulate, "--a", "admiral:20", "--b", "nobody")[2]


def test_a_series_is_begun_with_its_players_and_its_file_is_closed(
    run: Run, unseen: list[dict[str, Any]], tmp_path: Path
) -> None:
    words = ("series", "quickstart", "--a", "human", "--b", "ensign", "--seed", "5")
    assert run(*words, "--saves", tmp_path)[0] == 0
    (opened,) = unseen
    battle = opened["battle"]
    assert battle.game.name == "series:oak_iron"
    assert battle.seed == 5
    assert list(opened["players"]) == ["B"]
    assert battle.why_closed == "this battle is closed"
    assert battle.path.parent == tmp_path


def test_a_program_that_is_not_there_makes_no_file(
    run: Run, unseen: list[dict[str, Any]], tmp_path: Path
) -> None:
    code, _, err = run("play", "quickstart", "--a", "exec:nobody_at_all", "--saves", tmp_path)
    assert code == 2
    assert "nobody_at_all" in err
    assert (unseen, list(tmp_path.iterdir())) == ([], [])


def test_a_damaged_battle_is_not_played_on(
    run: Run, unseen: list[dict[str, Any]], over: Path
) -> None:
    lines = over.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b"command", b"kommand")
    over.write_bytes(b"\n".join(lines))
    code, _, err = run("play", over)
    assert code == 2
    assert "line 5" in err
    assert unseen == []


def test_settings_that_cannot_be_read_are_told_and_the_usual_ones_taken(
    run: Run,
    unseen: list[dict[str, Any]],
    over: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.screens.settings.load", lambda: (Settings(), "settings.toml is torn"))
    assert run("replay", over)[2].startswith("weathergage: settings.toml is torn")
    assert len(unseen) == 1


class App:
    """Stands for an application that was left at once."""

    def __init__(self, code: int = 0, ended_by: int = 0) -> None:
        self.return_code, self.ended_by, self.battle = code, ended_by, None

    def run(self, mouse: bool) -> None:
        """Return at once, as if the player had left."""


@pytest.mark.parametrize(
    ("left", "code", "told"),
    [
        ({"code": 1}, 2, ""),
        ({"code": 130, "ended_by": 2}, 130, "Everything is saved; go on with `weathergage`\n"),
        ({}, 0, ""),
    ],
)
def test_what_is_told_when_the_screen_is_left(
    left: dict[str, int],
    code: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("tui.app.WeatherGageApp", lambda *_, **__: App(**left))
    looks: Any = SimpleNamespace(settings=None, keymap=None, options={}, mouse=True)
    assert play.open_app(looks) == code
    assert capsys.readouterr().out == told


# Records of ones own --------------------------------------------------------------------


@pytest.fixture
def as_before() -> Iterator[None]:
    """Restore the registered games at the end of the block."""
    known = {name: system(name) for name in ("oak_iron", "wooden_ships", "iron_oak")}
    yield
    for game in known.values():
        register(game)


def test_a_folder_in_the_folder_is_laid_over_its_game(
    as_before: None, run: Run, tmp_path: Path
) -> None:
    own = tmp_path / "wooden_ships"
    own.mkdir()
    (own / "ships.toml").write_text("[mars_br]\nhull = 20\n", encoding="utf-8")
    assert source.use_data_folder(str(tmp_path)) == str(tmp_path)
    assert system("wooden_ships").data.ships["mars_br"].hull == 20


def test_records_that_no_game_takes_are_told_by_the_game_that_comes_nearest(
    as_before: None, tmp_path: Path
) -> None:
    (tmp_path / "ships.toml").write_text("[mars_br]\nhul = 20\n", encoding="utf-8")
    with pytest.raises(SetUpFault, match=r"mars_br\.hul: is not a field here"):
        source.use_data_folder(str(tmp_path))


def test_a_game_of_ours_that_cannot_read_a_folder_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise FileFault("the disk is gone")

    monkeypatch.setattr(type(system("oak_iron")), "with_data", broken)
    with pytest.raises(FileFault, match="the disk is gone"):
        source._taken(tmp_path, ("oak_iron",), [])
    monkeypatch.setattr(source, "installed", lambda: {"oak_iron": "a package"})
    assert source._taken(tmp_path, ("oak_iron",), []) is False


@pytest.mark.parametrize(
    ("content", "position"), [(b"game = 1", True), (b"{}", False), (b"", False)]
)
def test_a_file_without_an_ending_is_known_by_its_first_sign(
    content: bytes, position: bool, tmp_path: Path
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert source.is_position(str(path)) is position


def test_a_host_whose_library_lacks_another_says_which(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lacking:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "asyncssh":
                raise ImportError("no module", name="cryptography.hazmat")

    monkeypatch.delitem(sys.modules, "asyncssh", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Lacking(), *sys.meta_path])
    told = "a host cannot run here: asyncssh needs 'cryptography.hazmat', which is missing"
    code, _, err = run("host")
    assert (code, err) == (2, f"weathergage: {told}\n")


def test_join_is_for_posix(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "termios", None)
    code, _, err = run("join", "--socket", "x")
    assert code == 2
    assert "`join` needs a POSIX system, such as Linux or macOS; connect by `ssh` instead" in err
