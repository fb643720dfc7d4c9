"""A machine that lacks or refuses something: the program does without it, or names the cause."""

from __future__ import annotations

import builtins
import errno
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import FileFault, Unusable, error_context, os_error_text
from engine.kernel.battle import Battle
from engine.kernel.opening import as_file_fault
from tests.tui.pseudo_terminal import ROOT
from tui.cli import main
from tui.commands import parser

SAMPLE = ROOT / "saves" / "sample_boarding.battle"
FIGHT = ("simulate", "quickstart", "--a", "ensign", "--b", "ensign", "--seed", "2")
SHORT = ROOT / "saves" / "sample_frigates.battle"
WITHOUT = """
import sys
for name in {lacking!r}:
    sys.modules[name] = None
from tui.cli import main
for words in {commands!r}:
    print("rc", main(words), flush=True)
"""


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a finished battle in a folder of its own."""
    path = tmp_path_factory.mktemp("machine") / "boarding.battle"
    path.write_bytes(SAMPLE.read_bytes())
    return path


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.delenv("WEATHERGAGE_CONFIG", raising=False)


COMMANDS = {
    "play": "play quickstart --plain --b ensign --seed 3",
    "learn": "learn --list",
    "check": "learn --check rakes.toml",
    "lesson": "learn rakes --plain",
    "puzzles": "puzzles --list",
    "puzzle": "puzzles iron_oak_8 --plain",
    "series": "series quickstart --best-of 3",
    "replay": "replay FILE --plain",
    "show": "show FILE",
    "report": "report FILE",
    "fork": "fork FILE --at 4 --to DIR/fork.battle",
    "export": "export FILE --to DIR/page.html --from 1 --until 3",
    "verify": "verify FILE",
    "annotate": "annotate DIR/short.battle",
    "dice": "dice FILE",
    "inspect": "inspect sample:example",
    "simulate": "simulate quickstart --games 1 --a ensign --b ensign --seed 2",
    "squadron": "squadron check flying_gang",
    "cards": "cards raking",
    "games": "games",
    "library": "library",
    "log": "log",
    "tournament": "tournament --players ensign,lieutenant --games 2",
    "balance": "balance --scenario mars_hercule --games 1 --player ensign",
    "talk": "talk",
    "host": "host --users none --port 0",
    "join": "join --socket DIR/none.sock",
    "mail": "mail new quickstart --me anna --with ben --out DIR/letter",
    "doctor": "doctor",
    "completion": "completion bash",
    "man": "man",
}
"""{command: a short run of it}; FILE stands for a battle and DIR for a folder."""


def test_every_command_is_tried() -> None:
    assert {words.split()[0] for words in COMMANDS.values()} == set(parser.COMMANDS)


def words_of(name: str, battle: Path, folder: Path) -> list[str]:
    """Return the words of a command line; its battles are stored in a folder."""
    if name == "annotate":  # it writes beside the battle, and weighs every choice
        (folder / "short.battle").write_bytes(SHORT.read_bytes())
    words = COMMANDS[name].replace("FILE", str(battle)).replace("DIR", str(folder)).split()
    return [*words, "--saves", str(folder)] if words[0] not in ("man", "completion") else words


@pytest.mark.parametrize("name", COMMANDS)
def test_closed_input_is_an_input_that_has_ended(
    name: str, battle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", None)
    code = main(words_of(name, battle, tmp_path))
    told = capsys.readouterr().err
    assert "should not have happened" not in told
    assert code in (0, 1) or len(told.splitlines()) == 1
    assert code == 0 or name in ("check", "series", "host", "join", "log")


class Broken:
    """Makes every opening of a file fail from the n-th on, except those by Python itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, code: int) -> None:
        self.count, self.at, self.code = 0, at, code
        for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (os, "scandir")):
            monkeypatch.setattr(module, name, self.instead(getattr(module, name)))

    def instead(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def opened(path: Any, *args: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and not str(path).startswith("/dev"):
                self.count += 1
                if self.count >= self.at:
                    raise OSError(self.code, os.strerror(self.code), str(path))
            return real(path, *args, **named)

        return opened


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_names_what_the_machine_refused(
    name: str, battle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first, a middle or the last opening of a file fails; no file may be called damaged."""
    before = battle.read_bytes()
    count = 0
    for at in (10**9, 1, 0.5, 1.0):
        folder = tmp_path / str(at)
        folder.mkdir()
        words = words_of(name, battle, folder)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
            nth = int(at) if at in (1, 10**9) else max(1, int(count * at))
            broken = Broken(patch, nth, errno.EMFILE)
            code = main(words)
            count = broken.count if at == 10**9 else count
        told = capsys.readouterr()
        assert "should not have happened" not in told.err, (at, told.err)
        for blamed in ("cannot have happened", "is damaged", "wrong:", "output:", "other rules"):
            assert blamed not in told.err + told.out, (at, told)
        if code == 2 and at != 10**9 and name not in ("check", "series", "host", "join"):
            assert "too many open files" in told.err.lower(), (at, told.err)
            assert len(told.err.splitlines()) == 1
    assert battle.read_bytes() == before


def test_an_error_without_a_file_says_what_was_being_done(
    battle: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for broken, told in (
        (full, "weathergage report failed: no space left on device"),
        (lambda *_, **__: (_ for _ in ()).throw(MemoryError), "there is not enough memory"),
        (lambda *_, **__: (_ for _ in ()).throw(BrokenPipeError(32, "Broken pipe")), "broken pipe"),
        (lambda *_, **__: (_ for _ in ()).throw(RuntimeError("can't start new thread")),
         "no more threads can be started: the system's limit for you is reached"),
    ):  # fmt: skip
        monkeypatch.setattr("engine.review.report.report", broken, raising=False)
        monkeypatch.setattr("tui.commands.tell.open_battle", broken)
        assert main(["report", str(battle)]) == 2
        assert told in capsys.readouterr().err


def test_a_right_battle_is_never_called_impossible(battle: Path) -> None:
    """While it is shown or proved, the machine refuses something; the error must name that
    cause.
    """
    opened = Battle.open(battle, write=False)
    for error in (MemoryError(), OSError(errno.EMFILE, "Too many open files"), Unusable("x")):
        with pytest.raises(type(error)), as_file_fault(opened):
            raise error

        class Failing:
            def __call__(self, *_: object, error: BaseException = error) -> None:
                raise error

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(opened.game), "decide", Failing())
            with pytest.raises(type(error)):
                opened.verify()
            with pytest.raises(ZeroDivisionError), as_file_fault(opened):
                raise ZeroDivisionError
    opened.close()


def test_the_cause_is_one_sentence() -> None:
    assert os_error_text(PermissionError(13, "Permission denied", "x")) == "x: permission denied"
    with (
        pytest.raises(BlockingIOError) as caught,
        error_context("the game"),
        error_context("starting a worker"),
    ):
        raise BlockingIOError(11, "Resource temporarily unavailable")
    told = "starting a worker failed: resource temporarily unavailable"
    assert os_error_text(caught.value) == told
    assert "without its module ssl" in os_error_text(ModuleNotFoundError("", name="_ssl"))
    assert "package numpy is not installed" in os_error_text(ModuleNotFoundError("", name="numpy"))
    assert os_error_text(Unusable("a cannot be read: b")) == "a cannot be read: b"


def run(lacking: list[str], *commands: list[str], before: str = "") -> tuple[list[str], str]:
    """Run commands in a Python that lacks some modules; return (what each prints, stderr)."""
    program = before + WITHOUT.format(lacking=lacking, commands=list(commands))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False,
        timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return re.findall(r"rc (\d)", done.stdout), done.stdout + done.stderr


def test_a_python_without_optional_modules_goes_on_and_the_doctor_tells(
    battle: Path, tmp_path: Path
) -> None:
    fight = [*FIGHT, "--games", "2", "--jobs", "2"]
    saves = ["--saves", str(battle.parent)]
    lacking = ["_sqlite3", "_ssl", "_ctypes", "_multiprocessing", "fcntl", "termios", "resource"]
    codes, told = run(
        lacking, ["library", "boarding", *saves], ["library", "zzz", *saves], fight,
        ["verify", str(battle), "--jobs", "2"], ["doctor", "--saves", str(tmp_path)],
    )  # fmt: skip
    assert codes == ["0", "1", "0", "0", "0"], told
    for name in ("sqlite3", "ssl", "ctypes", "fcntl", "termios"):
        assert f"was built without {name}: " in told
    assert "only one process can work: no shared memory (" in told
    assert "should not" not in told


REFUSED = {
    "shared memory": """
import _multiprocessing, multiprocessing.synchronize
def no(*_, **__): raise OSError(38, "Function not implemented")
_multiprocessing.SemLock = no
""",
    "a second process": """
import os
real, count = os.fork, []
def fork():
    count.append(1)
    if len(count) > 1: raise BlockingIOError(11, "Resource temporarily unavailable")
    return real()
os.fork = fork
""",
    "any process": """
import os
def fork(): raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = fork
""",
    "a thread": """
import threading
def no(*_): raise RuntimeError("can't start new thread")
threading._start_new_thread = no
""",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_process_takes_is_done_in_this_one(what: str, tmp_path: Path) -> None:
    fight = [*FIGHT, "--games", "4", "--jobs", "3"]
    codes, told = run([], [*fight, "--json"], before=REFUSED[what])
    assert codes == ["0"], told
    assert '"games":4' in told
    assert "Traceback" not in told


def test_a_user_without_a_home_is_told_by_the_doctor_where_else_to_keep_battles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody(_: str) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for kind in ("config", "data", "state", "cache"):
        monkeypatch.setattr(f"platformdirs.user_{kind}_path", nobody)
    monkeypatch.setattr("engine.files.saves.ROOT", Path("/nowhere"))
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert told.count("this user has no home folder") == 3
    assert "! --saves DIR names another folder" in told


def test_a_sample_is_judged_in_ones_own_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(path.name for path in SAMPLE.parent.iterdir())
    monkeypatch.setattr("tui.commands.study._found", _nothing)
    for file in ("sample:boarding", str(SAMPLE)):
        assert main(["annotate", file, "--saves", str(tmp_path)]) == 0
        assert (
            f"the sample is copied and judged in your copy, {tmp_path / 'boarding.battle'}"
            in capsys.readouterr().err
        )
    assert sorted(path.name for path in SAMPLE.parent.iterdir()) == before
    assert (tmp_path / "boarding.battle").read_bytes() == SAMPLE.read_bytes()


def _nothing(*_: object) -> Iterator[Any]:
    yield from ()


def test_a_damaged_file_of_tags_is_told_when_it_is_read(
    tmp_path: Path, battle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boarding.battle").write_bytes(battle.read_bytes())
    (tmp_path / "tags.json").write_text('{"x": 3}')
    assert main(["library", "boarding", "--saves", str(tmp_path)]) == 0
    assert f"{tmp_path / 'tags.json'} is damaged (" in capsys.readouterr().err


def test_a_report_of_the_doctor_into_a_file_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TERM", raising=False)
    assert main(["doctor", "--saves", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "not a terminal: the screens need one; `play --plain` does not" in told
    assert told.endswith("All is well.\n")


def test_few_open_files_are_a_fault_that_the_doctor_tells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (20, 20))
    assert main(["doctor", "--saves", str(tmp_path)]) == 1
    assert "ulimit -n 64" in capsys.readouterr().out


def test_a_file_fault_is_no_fault_of_the_machine() -> None:
    assert not isinstance(FileFault("x"), Unusable)
