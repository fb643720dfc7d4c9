"""What each command imports: libraries for terminals and geometry only if it needs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.arena import crews, play_out
from engine.kernel import registry
from engine.kernel.battle import Battle

ROOT = Path(__file__).resolve().parent.parent
PROBE = """\
import json, sys
from tui.cli import main
codes = [main(words) for words in json.loads(sys.argv[1])]
sys.stdout.flush()
print(max(codes), *{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
"""


def imported(*commands: tuple[str, ...]) -> set[str]:
    """Run commands in a separate process, and return the top-level modules that it imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(commands)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code == "0", done.stderr
    return set(modules)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the file of a finished quick-start battle."""
    path = tmp_path_factory.mktemp("saves") / "quickstart.battle"
    fought = Battle.new("oak_iron", "quickstart", 1, path=path)
    play_out(fought, crews(fought.game, fought.state, 1, "ensign", "ensign"))
    fought.close()
    return str(path)


def test_help_and_version_import_nothing_of_the_game() -> None:
    found = imported(("--version",), ("--help",), ("play", "--help"))
    assert not found & {"textual", "rich", "shapely", "numpy", "msgspec"}


def test_a_report_needs_neither_terminal_nor_geometry(battle: str) -> None:
    forms = (("report", battle, "--format", form) for form in ("text", "md", "json"))
    assert not imported(*forms) & {"textual", "rich", "shapely"}


PARTS = ("words", "screen", "answering", "building", "thinking", "review", "positions")
"""The parts of a game, each in modules of its own. A part of less than a page may be in game.py."""
AT_HAND = "building"
"""The part that is in the module of the scenarios; every game lists its scenarios at once."""


@pytest.mark.parametrize("name", sorted(registry._HOMES))
def test_parts_of_a_game_are_imported_when_first_asked_for(name: str) -> None:
    probe = (
        "import json, sys\n"
        "from engine.kernel.registry import system\n"
        f"game = system({name!r})\n"
        "scenarios, before = list(game.scenarios()), set(sys.modules)\n"
        f"found = {{part: type(getattr(game, part)).__module__ for part in {PARTS!r}}}\n"
        "print(json.dumps([found, type(game).__module__, sorted(before)]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found, home, before = json.loads(done.stdout)
    own = {part: module for part, module in found.items() if not module.startswith("engine.game.")}
    assert own.keys() >= {"words", "screen"}, "what is left out says nothing"
    assert not {
        part: module
        for part, module in own.items()
        if module in {*before} - {home, own.get(AT_HAND)}
    }
    assert "shapely" not in before


def test_what_draws_pages_and_pictures_is_imported_when_one_is_asked_for() -> None:
    probe = "import sys, tui.battle.screen, tui.replay.screen; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name for name in done.stdout.split() if name.startswith("tui.share")}
    assert loaded <= {"tui.share", "engine.review.report"}


def test_lines_need_no_terminal_library(tmp_path: Path) -> None:
    play = "play", "quickstart", "--plain", "--saves", str(tmp_path)
    assert not imported(play, ("learn", "turning_and_the_eye", "--plain")) & {"textual", "rich"}


def test_no_module_of_lines_needs_a_terminal_library() -> None:
    """A host needs Textual only for its screens, not for a connection with `ssh -T`."""
    modules = "tui.plain.replay, tui.plain.mail_room, tui.plain.menu, tui.host.lines"
    probe = f"import sys, {modules}; print(*{{'textual', 'rich'}} & sys.modules.keys())"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_show_and_the_engine_alone_need_no_terminal(battle: str) -> None:
    commands = ("show", battle, "--glyphs", "ascii"), ("inspect", battle), ("verify", battle)
    assert not imported(*commands) & {"textual", "rich"}


def test_nothing_but_a_host_needs_the_extra_for_it() -> None:
    found = imported(
        ("host", "--help"),
        ("join", "--help"),
        ("mail", "--saves", "nowhere"),
        ("inspect", "tests/positions/example.toml"),
        ("simulate", "quickstart", "--games", "1"),
        ("cards", "raking"),
    )
    assert "asyncssh" not in found


def test_only_modules_of_the_host_import_its_extra() -> None:
    named = [
        str(path.relative_to(ROOT / "tui"))
        for path in (ROOT / "tui").rglob("*.py")
        if re.search(r"^\s*(import|from) asyncssh", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert named
    assert all(name.startswith("host/") or name == "commands/host.py" for name in named)


def test_letters_need_neither_terminal_nor_host() -> None:
    assert not imported(("mail", "--saves", "nowhere")) & {"textual", "rich", "asyncssh"}


def test_a_host_without_its_extra_says_what_to_install() -> None:
    """This is the case after `pip install .` without the extra: the library cannot be imported."""
    without = "import sys; sys.modules['asyncssh'] = None\n" + PROBE
    done = subprocess.run(
        [sys.executable, "-c", without, json.dumps([("host", "--saves", "nowhere")])],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    said, rest = done.stderr.splitlines()
    assert said == "weathergage: a host needs the library asyncssh; type  make host"
    assert rest.startswith("2 ")


def test_the_engine_imports_no_terminal() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "engine").rglob("*.py"))
    ]
    probe = (
        "import importlib, json, sys\n"
        f"for name in {names!r}: importlib.import_module(name.removesuffix('.__init__'))\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    modules = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not modules & {"textual", "rich", "tui"}


def test_what_packages_are_installed_is_not_looked_up_for_a_game_of_ours() -> None:
    commands = ("--help",), ("simulate", "quickstart", "--games", "1"), ("cards", "raking")
    probe = PROBE.replace('name.partition(".")[0] for name in sys.modules', "*sys.modules")
    done = subprocess.run(
        [sys.executable, "-c", probe, json.dumps(commands)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert "importlib.metadata" not in done.stderr.split()


@pytest.mark.parametrize("name", ["oak_iron", "wooden_ships", "iron_oak"])
def test_a_scenario_by_its_name_asks_its_own_game_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search in the other games would import all of them."""
    asked: list[str] = []
    scenario, system = next(iter(registry.system(name).scenarios())), registry.system

    def noted(each: str) -> object:
        asked.append(each)
        return system(each)

    monkeypatch.setattr(registry, "system", noted)
    assert registry.game_with_scenario(scenario).name == name
    assert asked == [name]


PLACES = {
    "the menu": """\
from tui.app import WeatherGageApp
from tui.screens.settings import Settings
app = WeatherGageApp(Settings())
words = lambda: [item.name for item in app.screen.items]
""",
    "a host's lobby": """\
import tempfile
from pathlib import Path
from tests.tui.host.near import Slack
import tui.host.host
from tui.host.app import HostedApp
from tui.host.connection.terminal import RemoteTerminal
from engine.hosting.hub import Hub
app = HostedApp(Hub(Path(tempfile.mkdtemp())), "", RemoteTerminal(Slack(), "vt100", (80, 24)))
words = lambda: [each.capitalize() for each in app.screen.key_line()]
""",
}


@pytest.mark.parametrize("place", PLACES)
def test_nothing_of_lessons_or_puzzles_is_loaded_before_it_is_asked_for(place: str) -> None:
    """The first frame, a battle and its computer players need neither lessons nor puzzles."""
    probe = (
        f"import asyncio, sys\n{PLACES[place]}\n"
        "async def shown():\n"
        "    async with app.run_test() as pilot:\n"
        "        await pilot.pause()\n"
        "        return words()\n"
        "names = asyncio.run(shown())\n"
        "import tui.battle.screen\n"
        "from engine.kernel.registry import system, systems\n"
        "[system(name).thinking for name in systems()]\n"
        "late = 'puzzle', 'teaching', 'tui.learn', 'lesson', 'learning'\n"
        "found = [name for name in sys.modules if any(each in name for each in late)]\n"
        "print('Puzzles' in names, *found)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "True\n", done.stdout + done.stderr


def test_the_menu_knows_no_library_and_the_library_no_terminal() -> None:
    """Only the list of battles opens the index, and only the screen of that list draws."""
    probe = "import sys, tui.start.menu; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"sqlite3", "engine.files.index", "engine.files.library"} & set(done.stdout.split())
    assert not imported(("library", "boarders")) & {"textual", "rich", "asyncssh", "shapely"}
