"""The pages on how to play with a friend: host, join, mail."""

from __future__ import annotations

import shlex
import socket
import sys
from pathlib import Path

import pytest

from engine.sitting import guides
from engine.sitting.guides import GUIDES
from tests.tui.running import house, screen_of, until
from tui.commands.parser import build
from tui.start import saved_battles
from tui.start.guides import GuideScreen


@pytest.fixture(autouse=True)
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the sample battles."""
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


COMMANDS = [
    command
    for guide in GUIDES.values()
    for _, command in (*guide.yours, *guide.theirs)
    if command.startswith("weathergage")
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_a_guide_is_one(command: str) -> None:
    assert build().parse_args(shlex.split(command)[1:])


@pytest.mark.parametrize("way", list(GUIDES))
async def test_the_menu_leads_to_each_guide_and_nothing_of_it_is_cut(
    tmp_path: Path, way: str
) -> None:
    """At 80 by 24 every command, the steps of both persons and every error are complete."""
    async with house(tmp_path) as (app, pilot):
        names = [item.name for item in app.screen.items]  # type: ignore[attr-defined]
        to_it = ["g"] if way == "mail" else []  # the list of battles by mail comes first
        await pilot.press(*["down"] * names.index(GUIDES[way].title), "enter")
        await until(pilot, lambda: len(app.screen_stack) > 1, "what the menu leads to")
        await pilot.press(*to_it)
        await until(pilot, lambda: isinstance(app.screen, GuideScreen), "the page")
        seen = " ".join(screen_of(app).split())
    guide = GUIDES[way]
    for what, command in (*guide.yours, *guide.theirs):
        assert what in seen
        assert command in seen
    for text in (guide.about, *guide.faults):
        assert text in seen


async def test_right_and_left_lead_through_the_ways(tmp_path: Path) -> None:
    async with house(tmp_path, start=lambda: GuideScreen("host")) as (app, pilot):
        await pilot.press("right")
        assert "WITH A FRIEND   JOIN" in screen_of(app)
        await pilot.press("left", "left")
        assert "WITH A FRIEND   MAIL" in screen_of(app)


async def test_a_fault_of_this_machine_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asyncssh or ssh is missing, or a port is in use: the page says so before anything is
    typed.
    """
    monkeypatch.setattr(guides, "find_spec", lambda name: None)
    monkeypatch.setattr(guides, "which", lambda name: None)
    async with house(tmp_path, start=lambda: GuideScreen("host")) as (app, pilot):
        assert "lacks asyncssh" in screen_of(app)
        await pilot.press("right")
        assert "No program ssh is found here" in screen_of(app)


def test_a_taken_port_is_told_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guides, "find_spec", lambda name: object())
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(guides, "PORT", port)
        assert f"--port {port + 1}" in guides.why_no_host()


def test_a_command_is_typed_as_this_way_of_installing_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the program is on the path, even through a link, it is called by its name; otherwise by
    its file, as in a checkout.
    """
    prefix, links, command = tmp_path / "venv", tmp_path / "links", "weathergage host --open"
    program = prefix / "bin" / "weathergage"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    links.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(links))
    assert guides.installed_command(command, str(prefix)) == "venv/bin/weathergage host --open"
    monkeypatch.chdir(links)
    assert guides.installed_command(command, str(prefix)) == f"{program} host --open"
    (links / "weathergage").symlink_to(program)
    assert guides.installed_command(command, str(prefix)) == command
    program.unlink()
    (links / "weathergage").unlink()
    there = shlex.split(guides.installed_command(command, str(prefix)))
    assert Path(there[1]).is_file()
    assert there[2:] == ["host", "--open"]
    assert guides.installed_command("ssh -p 2222 anna@localhost") == "ssh -p 2222 anna@localhost"
    assert shlex.split(guides.host_install_command())[:2] == ["make", "-C"]


def test_a_copy_without_a_program_is_started_by_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guides, "which", lambda _: None)
    told = guides._program(tmp_path, tmp_path)
    assert told.startswith(shlex.quote(sys.executable))
    assert told.endswith("weathergage.py")
    monkeypatch.setattr(guides, "which", lambda _: "/usr/bin/weathergage")
    assert guides._program(tmp_path, tmp_path) == "weathergage"


async def test_a_long_way_to_the_program_is_shown_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = f"/home/{'a' * 70}/bin/weathergage host --open --guests"
    monkeypatch.setattr("tui.start.guides.installed_command", lambda command: long)
    async with house(tmp_path, start=lambda: GuideScreen("host")) as (app, _):
        assert long.replace(" ", "") in screen_of(app).replace(" ", "").replace("\n", "")
