"""The commands in docs/hosting.md are understood as they are written."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from tui.commands.parser import build
from tui.host.limits import USUAL
from tui.terminal.terminal import MOST

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PROGRAM = "weathergage"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def commands() -> list[list[str]]:
    """Return every command of the game: typed, forced by sshd, of the service, of the container."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    words = [shlex.split(line, comments=True) for line in lines]
    words += [shlex.split(line) for line in re.findall(r'^command="(.*?)",restrict', TEXT, re.M)]
    words += [shlex.split(line) for line in re.findall(r"ForceCommand sudo -n -u \S+ (.*)", TEXT)]
    words += [shlex.split(line) for line in re.findall(r"ExecStart=(.*)", TEXT)]
    entry, command = (json.loads(re.findall(rf"^{name} (.*)", TEXT, re.M)[0]) for name in
                      ("ENTRYPOINT", "CMD"))  # fmt: skip
    words.append([*entry, *command])
    return [line[1:] for line in words if line and Path(line[0]).name == PROGRAM]


def test_every_way_is_shown() -> None:
    assert len(re.findall(r'^command="', TEXT, re.M)) == 2
    assert {words[0] for words in commands()} == {"host", "join", "mail"}
    assert len(commands()) >= 13


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_understood(words: list[str]) -> None:
    build().parse_args(words)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_the_service_is_one_that_systemd_takes(tmp_path: Path) -> None:
    (unit,) = blocks("ini")
    path = tmp_path / "weathergage.service"
    path.write_text(unit.replace("/opt/weathergage/bin/weathergage", "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(path)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_every_option_of_host_is_told() -> None:
    table = TEXT.partition("| option |")[2].partition("\n\n")[0]
    chosen = vars(build("host").parse_args(["host"]))
    own = {"port", "address", "users", "open", "guests", "socket", "log"}
    assert own <= set(chosen)
    assert all(f"`--{name}" in table for name in own)


def test_the_limits_are_those_of_the_host() -> None:
    limits = TEXT.partition("## Limits")[2]
    assert "{} by {}".format(*MOST) in limits
    told = {name: int(most) for name, most in re.findall(r"^\| `(\w+)` \| (\d+) \|", limits, re.M)}
    assert told == msgspec.structs.asdict(USUAL)


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)]+)\)", TEXT))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
