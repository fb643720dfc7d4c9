"""Windows of any size, even while they are being resized: the program goes on, and looks the same
afterwards.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.every_screen import HUMAN, SCREENS, playing
from tests.tui.whole_rows import in_silence
from tests.tui.wired import wired
from tui.host.connection import terminal
from tui.start.saves_screen import SavesScreen

DRAGGED = ((79, 24), (40, 10), (1, 1), (200, 1), (80, 23))


@pytest.fixture(autouse=True)
def sizes_come_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each change of size be drawn at once, without the wait of a host; each key has a turn of
    its own, as on a busy machine.
    """
    monkeypatch.setattr(terminal, "SIZES_A_SECOND", 1_000.0)
    monkeypatch.setattr(terminal, "DEAR", 0.0)


@pytest.mark.parametrize("name", SCREENS)
async def test_a_screen_lives_at_any_size_and_comes_back_as_it_was(
    name: str, tmp_path: Path
) -> None:
    screen = SCREENS[name]
    async with wired((100, 30), saves=tmp_path, **screen.options(tmp_path)) as person:
        await person.rests()
        screen.open(person)
        await person.sees(screen.shows)
        await person.rests()
        before = person.text
        for size in DRAGGED:
            await person.resized(*size)
            person.writes("enter", "tab", "h", "right", "escape")  # nobody sees what they would do
            await person.rests()
        await person.resized(100, 30)
        await person.until(lambda: person.text == before, f"as it was:\n{before}")
        for size in ((80, 24), (120, 40)):
            await person.resized(*size)
            await person.rests()
            assert not in_silence(person.app.screen)


@pytest.mark.parametrize("keys", [("enter", "tab"), ("h",)])
async def test_a_battle_that_begins_too_small_is_there_when_the_window_grows(
    keys: tuple[str, ...], tmp_path: Path
) -> None:
    async with wired((79, 24), saves=tmp_path, **playing(HUMAN)(tmp_path)) as person:
        person.writes(*keys)
        await person.rests()
        await person.sees("needs 80x24, this is 79x24")
        await person.resized(80, 24)
        await person.sees("choose the initiative card")
        assert person.app.battle
        assert "A" not in {entry.seat for entry in person.app.battle.entries}


async def test_what_is_pasted_where_nothing_is_drawn_goes_nowhere(tmp_path: Path) -> None:
    async with wired((100, 30), saves=tmp_path, start=lambda _: SavesScreen()) as person:
        await person.rests()
        person.writes("I")
        await person.sees("to import:")
        for size, text in (((30, 8), "lost"), ((100, 30), "kept")):
            await person.resized(*size)
            await person.rests()
            person.app.terminal.receive(f"\x1b[200~{text}\x1b[201~".encode())
            await person.rests()
        await person.sees("to import: kept")
        assert "lost" not in person.text
