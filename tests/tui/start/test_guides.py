"""Pages that tell how to play with a friend: host, join, mail."""

from __future__ import annotations

import shlex
import socket
from pathlib import Path

import pytest

from tests.tui.running import house, screen_of, until
from tui.commands.parser import build
from tui.start import guides, saved_battles
from tui.start.guide_screen import GuideScreen
from tui.start.guides import GUIDES


@pytest.fixture(autouse=True)
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """List no sample battles."""
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
    """At 80x24 every command, both people's steps and every fault are read in full."""
    async with house(tmp_path) as (app, pilot):
        names = [item.name for item in app.screen.items]  # type: ignore[attr-defined]
        await pilot.press(*["down"] * names.index(GUIDES[way].title), "enter")
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
    """No asyncssh, a taken port, no ssh: the page says it before anything is typed."""
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
        assert f"--port {port + 1}" in guides.no_host()
