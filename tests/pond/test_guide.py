"""The package that docs/adding-a-game.md shows is tests/pond; it is installed by itself here, and
played.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from engine.base.errors import FileFault, Refused
from engine.kernel import registry
from tests.flotilla.game import FlotillaGame
from tui.cli import main

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "adding-a-game.md"
BLOCKS = re.findall(r"```\w+ (\S+)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
HERE = Path(__file__).parent
NO_PART_OF_IT = ("__init__.py", "play.py")
"""Files in tests/pond that are not part of the package."""
PACKAGE = {
    f"pond/{path.relative_to(HERE)}": path.read_text(encoding="utf-8")
    for path in sorted([*HERE.glob("*.py"), *HERE.glob("data/*.toml")])
    if path.name not in NO_PART_OF_IT and not path.name.startswith("test_")
}
"""{path in the package: its text}, as in tests/pond."""
LEFT_OUT = re.compile(r"\n+ *# \.\.\.(?:\n+|$)")
"""Matches the line of a block in the document that stands for omitted parts of the file."""
PLAY = """
from pathlib import Path
from random import Random
import sys
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.opening import read_position
from engine.kernel.registry import game_with_scenario, system

def play(battle, dice):
    while battle.pending():
        question = dice.choice(battle.pending())
        option = dice.choice(question.options)
        turned = dice.choice((-90.0, 0.0, 45.0)) if option.dial else None
        battle.answer(question.seat, Answer(option.id, turned))
    assert battle.outcome().reason and battle.verify().ok
    return battle

shipped = game_with_scenario("gunboats")
own = shipped.with_data(Path(sys.argv[1]))
for seed in range(5):
    play(Battle.new("pond", "gunboats", seed), Random(seed))
battles = [Battle.new(game, "gunboats", 1) for game in (shipped, own, shipped)]
print([len(each.pending()[0].options) for each in battles])
for battle in battles:
    play(battle, Random(1))
print(own.data_version.startswith("1+own-"), shipped.data_version)
found = read_position("hot_corner.toml")
play(Battle.from_state(found.game, found.state, found.seed), Random(2))
play(Battle.new("series:pond", "gunboats", 3), Random(3))
play(Battle.new("pond", "gunboats", 4, path=sys.argv[2]), Random(4)).close()
print(type(system("pond")).__module__)
"""


def install(folder: Path, name: str, entries: str) -> None:
    """Write the files that say a package is installed, as an installer does."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{entries}\n")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of installed packages, with the package of the document and data records of a
    user.
    """
    site = tmp_path_factory.mktemp("site")
    package = {name: text.replace("tests.pond", "pond") for name, text in PACKAGE.items()}
    for name, text in (dict(BLOCKS) | package).items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    project = tomllib.loads((site / "pyproject.toml").read_text())["project"]
    entries = project["entry-points"][registry.GROUP]
    install(site, project["name"], "\n".join(f"{name} = {home}" for name, home in entries.items()))
    (site / "own").mkdir()
    (site / "own" / "boats.toml").write_text("A.reach = 12.0\n")
    return site


def run(site: Path, *words: str) -> str:
    """Run Python in a folder with the packages installed there; return what it prints."""
    paths = os.pathsep.join((str(site), str(ROOT)))
    done = subprocess.run(
        [sys.executable, *words],
        cwd=site,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_the_package_is_named() -> None:
    page = GUIDE.read_text(encoding="utf-8")
    assert all(name in page for name in PACKAGE)


@pytest.mark.parametrize("name", [name for name, _ in BLOCKS if name.startswith("pond/")])
def test_the_blocks_of_the_page_are_those_of_the_package_that_tests_play_with(name: str) -> None:
    """The blocks are pieces of the file in its order; only imports stand before the first."""
    rest, pieces = PACKAGE[name], LEFT_OUT.split(dict(BLOCKS)[name].strip())
    for number, piece in enumerate(filter(None, pieces)):
        before, found, rest = rest.partition(piece)
        assert found, piece
        if number == 0 and name.endswith(".py"):
            heads = (ast.Import, ast.ImportFrom, ast.Expr)
            assert all(isinstance(each, heads) for each in ast.parse(before).body)
    assert pieces[-1] == "" or not rest.strip(), "the page does not say that more follows"


def test_every_file_of_the_package_has_its_imports(site: Path) -> None:
    ruff = ("-m", "ruff", "check", "--isolated", "--select", "F", "pond")
    assert "All checks passed" in run(site, *ruff)
    for name in PACKAGE:
        if name.endswith(".py"):
            run(site, "-c", f"import pond.{Path(name).stem}")


def test_it_is_played_proved_and_goes_by_its_own_records(site: Path) -> None:
    printed = run(site, "-c", PLAY, "own", "another.battle").splitlines()
    assert printed == ["[1, 2, 1]", "True 1", "pond.game"]


def test_what_the_page_promises_of_commands_works(site: Path) -> None:
    def weathergage(*words: str) -> str:
        return run(site, str(ROOT / "weathergage.py"), *words, "--saves", "saves")

    listed = weathergage("games")
    assert "pond: Gunboats on a Pond, of the package pond-game\n  duel, gunboats\n" in listed
    assert "Red" in weathergage("show", "hot_corner.toml", "--glyphs", "ascii")
    assert "2" in weathergage("simulate", "gunboats", "--games", "2", "--seed", "1")
    own = weathergage("simulate", "gunboats", "--games", "2", "--seed", "1", "--data", "own")
    assert own != weathergage("simulate", "gunboats", "--games", "2", "--seed", "1")
    run(site, "-c", PLAY, "own", "one.battle")
    assert "right" in weathergage("verify", "one.battle")
    assert "Turn 1 ends" in weathergage("report", "one.battle")
    assert weathergage("mail", "new", "gunboats", "--me", "anna", "--with", "ben")


@pytest.mark.parametrize(
    ("home", "why"),
    [
        ("no_such_module:Game", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("pathlib:Lake", "AttributeError: module 'pathlib' has no attribute 'Lake'"),
        ("engine.game.game:Game", "TypeError: Can't instantiate abstract class Game"),
        ("pathlib:Path", "AttributeError: "),
        (
            "tests.pond.game:PondGame",
            "tests.pond.game:PondGame is no Game with that name",
        ),
    ],
)
def test_a_package_that_cannot_be_used_is_told_of_in_a_sentence(
    home: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(tmp_path, "lake-game", f"lake = {home}\noak_iron = {home}")
    monkeypatch.syspath_prepend(str(tmp_path))
    whose = "lake, a game of the package lake-game, cannot be used: "
    with pytest.raises(FileFault) as caught:
        registry.system("lake")
    assert str(caught.value).startswith(whose + why)
    assert registry.system("oak_iron").title == "Oak & Iron", "a name of ours is ours"
    with pytest.raises(Refused, match=re.escape("no scenario is called 'regatta'")) as refused:
        registry.game_with_scenario("regatta")
    assert whose in str(refused.value)
    assert main(["games"]) == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("oak_iron: Oak & Iron\n")
    assert printed.err.startswith(f"weathergage: {whose}")
    assert printed.err.count("\n") == 1
    (tmp_path / "lake.toml").write_text('game = "lake"\n')
    assert main(["show", str(tmp_path / "lake.toml")]) == 2
    assert whose in capsys.readouterr().err


def test_a_scenario_of_a_game_that_is_installed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also works before anything has named or imported the game."""
    (scenario,) = FlotillaGame().scenarios()
    install(tmp_path, "flotilla-game", "flotilla = tests.flotilla.game:FlotillaGame")
    monkeypatch.syspath_prepend(str(tmp_path))
    others = {name: game for name, game in registry._SYSTEMS.items() if name != "flotilla"}
    monkeypatch.setattr(registry, "_SYSTEMS", others)
    assert "flotilla" not in registry.systems()
    assert registry.game_with_scenario(scenario).name == "flotilla"
