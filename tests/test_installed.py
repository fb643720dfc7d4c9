"""An installed copy works: the files as a wheel installs them, without the repository."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.sitting.guides import host_install_command
from tests.test_readme import AT_ONCE
from tui.commands.parser import build

ROOT = Path(__file__).resolve().parent.parent
POSITIONS = ("example", "wooden_ships", "iron_oak_campaign")
LONG = ("simulate", "tournament", "balance", "annotate")
WAITING = ("doctor", "play", "series", "replay", "talk", "host", "join", "mail")
"""Commands that fight battles or wait for input, so that their examples are not run."""
DRIVER = """
import json, sys
from weathergage import main
for words in json.loads(sys.stdin.read()):
    sys.argv = ["weathergage", *words]
    print(json.dumps([words, main()]), file=sys.stderr, flush=True)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an installed copy: packages, data and samples, without the
    repository.
    """
    site = tmp_path_factory.mktemp("site")
    skipped = shutil.ignore_patterns("__pycache__")
    for package in ("engine", "tui"):
        shutil.copytree(ROOT / package, site / package, ignore=skipped)
    shutil.copy(ROOT / "weathergage.py", site)
    shutil.copytree(ROOT / "data", site / "engine" / "data", ignore=skipped)
    samples = site / "engine" / "samples"
    samples.mkdir()
    for path in (ROOT / "saves").glob("sample_*.battle"):
        shutil.copy(path, samples)
    for name in POSITIONS:
        shutil.copy(ROOT / "tests" / "positions" / f"{name}.toml", samples)
    return site


def run(site: Path, *words: str, cwd: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in another folder with the installed copy first on its path; return the finished
    process.
    """
    home = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(cwd))
    around = {**os.environ, **home, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, env=around, input=given,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def helped() -> list[list[str]]:
    """Return the example in each command's `--help`, split into words."""
    commands = build()._subparsers
    assert commands
    parsers = commands._group_actions[0].choices
    assert isinstance(parsers, dict)
    helps = [each.format_help() for each in parsers.values()]
    told = [re.search(r"^  weathergage (.*)", each, re.MULTILINE) for each in helps]
    return [shlex.split(each[1]) for each in told if each]


def examples() -> list[list[str]]:
    """Return those examples of the README and of each `--help` that end by themselves."""
    return [words for words in (*AT_ONCE, *helped()) if words[0] not in (*LONG, *WAITING)]


def test_the_examples_of_the_readme_work_in_an_installed_copy(
    installed: Path, tmp_path: Path
) -> None:
    lines = [*examples(), ["fork", "sample:boarding", "--at", "40", "--saves", "saves"]]
    done = run(installed, "-c", DRIVER, cwd=tmp_path, given=json.dumps(lines))
    told = [line for line in done.stderr.splitlines() if line.startswith("[")]
    assert [json.loads(line) for line in told] == [[words, 0] for words in lines], done.stderr


def test_each_way_to_start_it_tells_its_version(installed: Path, tmp_path: Path) -> None:
    for words in (("-m", "weathergage"), ("-m", "tui"), ("-m", "tui.cli")):
        done = run(installed, *words, "--version", cwd=tmp_path)
        assert (done.returncode, done.stdout[:12]) == (0, "weathergage "), done.stderr


@pytest.mark.parametrize("name", ["engine", "tui"])
def test_another_package_of_the_same_name_is_one_sentence(
    installed: Path, tmp_path: Path, name: str
) -> None:
    """Whether the other package comes first on the path or has overwritten files, a sentence with
    the remedy is printed and no traceback.
    """
    other = tmp_path / "other"
    (other / name).mkdir(parents=True)
    (other / name / "__init__.py").write_text("")
    both = f"{other}{os.pathsep}{installed}"
    done = run(Path(both), "-m", "weathergage", "--version", cwd=tmp_path)
    (said,) = done.stderr.splitlines()
    assert done.returncode == 2
    assert f"another package here has a folder '{name}'" in said
    assert "pipx install" in said
    laid = tmp_path / "laid"
    shutil.copytree(installed, laid, ignore=shutil.ignore_patterns("data", "samples"))
    shutil.rmtree(laid / name / ("commands" if name == "tui" else "base"))
    done = run(laid, "-m", "weathergage", "--version", cwd=tmp_path)
    (said,) = done.stderr.splitlines()
    assert done.returncode == 2
    assert "another package has overwritten its files" in said


def test_what_a_host_needs_is_told_for_each_way_of_installing(tmp_path: Path) -> None:
    assert host_install_command() == "make host"
    assert host_install_command("/home/anna/.local/share/pipx/venvs/weathergage", tmp_path) == (
        "pipx inject weathergage asyncssh"
    )
    assert host_install_command("/home/anna/.local/share/uv/tools/weathergage", tmp_path) == (
        "uv tool install --with asyncssh weathergage"
    )
    assert host_install_command("/usr", tmp_path).endswith(" -m pip install asyncssh")
