"""A battle of one's own in the forms: one design for all seats, with its picture."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.registry import system
from tests.tui.host.near import near, running_hub
from tests.tui.running import house, screen_of
from tui.host.screens.founding import FoundingScreen
from tui.start.setup import SetupScreen

READY = system("iron_oak").building.ready()["river_mouth"]


def own(folder: Path, name: str, ship: str) -> None:
    """Save a design of one's own, with another ship in the place of one."""
    folder.mkdir(exist_ok=True)
    text = READY.read_text("utf-8").replace("The mouth of the river", name)
    text = text.replace('    "confederate:destroy:2",\n', "")
    (folder / "mine.toml").write_text(text.replace("uss_galena", ship), "utf-8")


async def test_one_design_is_chosen_for_all_seats_and_its_picture_is_seen(tmp_path: Path) -> None:
    """One line with the design; the whole board beside it at 80x24, and its own ships."""
    own(tmp_path / "squadrons", "Upriver", "uss_keokuk")
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        screen.form.choose("iron_oak", "own_battle")
        screen.draw()
        seen = screen_of(app)
        assert "Design        The mouth of the river" in seen
        assert "sails" not in seen
        assert [line.what for line in screen.lines].count("squadron") == 1
        assert " 1   2   3   4   5" in seen
        screen.index = [line.what for line in screen.lines].index("squadron")
        await pilot.press("right")
        seen = screen_of(app)
        assert "Design      < Upriver >" in seen
        told = screen.form.told(screen.line)
        assert "5 ships and forts, your own. Only the Union can win this battle" in told
        assert told[:12] in seen
        assert "uss_keokuk" in screen.form.start.ships
        assert len(screen.form.options()["squadrons"]) == 1


async def test_a_host_has_the_same_line(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        await anna.press("n")
        screen = anna.app.screen
        assert isinstance(screen, FoundingScreen)
        screen.form.choose("iron_oak", "own_battle")
        screen.draw()
        assert "Design          The mouth of the river" in anna.text
        assert [line.what for line in screen.lines].count("squadron") == 1
