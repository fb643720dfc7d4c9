"""The commands in docs/hosting.md and docs/mail.md work as described there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import asyncssh
import msgspec
import pytest

from engine.hosting.club.owner import Owner
from engine.hosting.hub import Hub
from engine.hosting.terms import USUAL
from tests.as_written import ALONE, elsewhere, hosts, screens
from tests.programs import program
from tui.cli import main
from tui.commands.parser import build
from tui.host.connection.admission import Users
from tui.terminal.terminal import MOST

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
MAIL = (ROOT / "docs" / "mail.md").read_text(encoding="utf-8")
PROGRAM = "weathergage"


def blocks(language: str, text: str = TEXT) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands() -> list[list[str]]:
    """Return every command of the game in the document: those that are typed, and those of sshd,
    the service and the container.
    """
    lines = [
        line for text in (TEXT, MAIL) for block in blocks("sh", text) for line in block.splitlines()
    ]
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
    assert {words[0] for words in commands()} == {"host", "join", "mail", "verify"}
    assert len(commands()) >= 13


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_is_understood(words: list[str]) -> None:
    build().parse_args(words)


NOT_RUN = {
    "python3 -m venv /opt/weathergage": "it installs for all who use the machine",
    "/opt/weathergage/bin/pip install": "the same; test_installed.py starts an installed copy",
    "useradd --system": "it makes an account of the machine",
    "podman build": "it needs a container engine; its command runs here as it is written there",
    "podman run": "the same",
}
"""{shell command in the document that is not run: the reason}. sshd itself is tested in
test_process.py."""


def test_every_line_of_shell_is_run_or_it_is_said_why_not() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    left = [line for line in lines if not line.startswith(PROGRAM)]
    assert all(any(line.startswith(begin) for begin in NOT_RUN) for line in left)
    assert all(any(line.startswith(begin) for line in left) for begin in NOT_RUN)


def users(path: Path, text: str) -> Path:
    """Write a users file in the documented form, with complete keys."""
    key = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().split()[1]
    path.write_text(re.sub(r"AAAA\S+", key, text), encoding="utf-8")
    return path


def test_every_host_opens_and_people_join_it_by_every_command(tmp_path: Path) -> None:
    """The hosts run one after another.

    People who join through a socket see the lobby, and leave.
    """
    shown = next(text for text in blocks("text") if text.startswith("ssh-ed25519"))
    short = tempfile.mkdtemp(prefix="host", dir="/tmp")  # a socket's path has a limit
    socket, started = Path(short) / "host.sock", []
    opening = [each for each in commands() if each[0] == "host" and each[1:2] != ["ctl"]]
    for number, words in enumerate(opening):
        saves = tmp_path / str(number)
        places = {
            "users.keys": users(tmp_path / f"{number}.keys", shown),
            "/etc/weathergage/users": tmp_path / f"{number}.keys",
            "/run/weathergage/host.sock": socket,
            **dict.fromkeys(("/srv/battles", "/var/lib/weathergage", "/battles"), saves),
        }
        (saves / "hosted").mkdir(parents=True)
        users(saves / "hosted" / "users", shown)
        own = [] if "--saves" in words else ["--saves", str(saves)]
        started.append([*elsewhere(words, places), *own, *ALONE])
    joins = [
        elsewhere(words, {"/run/weathergage/host.sock": socket, "$USER": "carl"})
        for words in commands()
        if words[0] == "join"
    ]
    came = 0
    with hosts(started) as opened:
        for words, _ in zip(started, opened, strict=True):
            if str(socket) in words:
                screens(joins, tmp_path)
                came += len(joins)
    assert came == len(joins) >= 3


def test_the_letters_go_to_and_fro_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each player has a folder; the id of the battle in the document is replaced by the real
    one.
    """
    (block,) = (text for text in blocks("sh", MAIL) if "mail new" in text)
    typed = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    who = ["anna", "ben", "anna", "anna", "anna", "anna"]
    (told,) = set(re.findall(r"quickstart-\w{8}", block))
    desks = {name: tmp_path / name for name in who}
    for desk in desks.values():
        desk.mkdir()
    name = told
    for number, (writer, words) in enumerate(zip(who, typed, strict=True)):
        monkeypatch.chdir(desks[writer])
        line = [word.replace(told, name) for word in words]
        if "move" in line:
            screens([line], desks[writer], "\r", "Now ben's choice is needed")
        else:
            assert main([*line, "--saves", str(desks[writer])]) == 0
            assert capsys.readouterr().out
        for letter in desks[writer].glob("*.mail"):
            other = desks["ben" if writer == "anna" else "anna"]
            shutil.copy(letter, other)
            if number == 0:
                name = letter.name.rpartition("-")[0]
    assert (desks["anna"] / "again.mail").exists()


def test_the_service_is_one_that_systemd_takes(tmp_path: Path) -> None:
    (unit,) = blocks("ini")
    path = tmp_path / "weathergage.service"
    path.write_text(unit.replace("/opt/weathergage/bin/weathergage", "/bin/true"))
    done = subprocess.run(
        [program("systemd-analyze"), "verify", str(path)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_every_option_of_host_is_told() -> None:
    table = TEXT.partition("| option |")[2].partition("\n\n")[0]
    chosen = vars(build("host").parse_args(["host"]))
    own = {"port", "address", "users", "open", "guests", "owner", "socket", "log"}
    assert own <= set(chosen)
    assert all(f"`--{name}" in table for name in own)


def test_the_limits_are_those_of_the_host() -> None:
    limits = TEXT.partition("## Limits")[2]
    assert "{} by {}".format(*MOST) in limits
    told = {name: int(most) for name, most in re.findall(r"^\| `(\w+)` \| (\d+) \|", limits, re.M)}
    assert told == msgspec.structs.asdict(USUAL)


def test_every_order_that_is_shown_is_one_that_the_owner_may_give(tmp_path: Path) -> None:
    """Every order is listed with the arguments that it needs."""
    hub = Hub(tmp_path)
    owner = Owner(hub, Users(tmp_path / "users", is_open=True), lambda: None)
    shown = TEXT.partition("`who`, `battles`")[2].partition("\n\n")[0]
    found = set(re.findall(r"`([a-z]+)(?: [^`]*)?`", f"`who`, `battles`{shown}"))
    assert found == owner.words.keys()
    orders = [words[2:] for words in commands() if words[:2] == ["host", "ctl"]]
    assert orders
    assert {build().parse_args(["host", "ctl", *each]).words[0] for each in orders} <= found
