"""The option `--plain`: battles, replays, lessons and puzzles as lines of text, without a
screen.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.kernel.battle import Battle
from engine.players import Player
from engine.post.slips import Desk
from engine.puzzles.puzzle import Puzzle
from engine.teaching.lesson import Lesson

if TYPE_CHECKING:
    pass


LONGEST = 65536
"""The maximum number of characters of a line; the rest of a longer one is read as the next line."""


def play_in_lines(battle: Battle, players: Mapping[str, Player]) -> None:
    """Play a battle line by line until it is over or the input ends.

    In a lesson's battle the coach comments on orders.
    """
    from tui.plain.learning import play_battle

    asyncio.run(play_battle(battle, players, typed, write_line))


def move(folder: Path, desk: Desk, battle: Battle) -> tuple[Desk, bool]:
    """Let a player choose in a battle by mail, line by line.

    Return (the player's record of the battle after the choices, whether to write its letter).
    """
    from tui.plain.mail_room import mail_table

    table, kind = mail_table(folder, desk, battle, typed, write_line)
    asyncio.run(table.run())
    kind.table.get_up()
    return kind.table.desk, kind.sends or battle.outcome() is not None


def mail(saves: str | None) -> None:
    """Show the battles by mail line by line until the person leaves."""
    from tui.plain.mail_room import MailRoom

    asyncio.run(MailRoom(saves, typed, write_line).run())


def menu(saves: str | None) -> None:
    """Show the opening menu line by line until the person leaves."""
    from tui.plain.menu import PlainMenu

    asyncio.run(PlainMenu(saves, typed, write_line).run())


def replay_in_lines(battle: Battle, at: int) -> None:
    """Show a recorded battle line by line until the reader leaves."""
    from tui.plain.replay import PlainReplay

    asyncio.run(PlainReplay(battle, typed, write_line, at).run())


def learn(lesson: Lesson, saves: str | None) -> None:
    """Run a lesson line by line; if the lesson is a whole battle, with the coach."""
    from engine.files.saved_battles import computers
    from engine.files.saves import saves_folder
    from engine.sitting.kinds.lesson import new_battle
    from tui.plain.learning import lesson_table

    if not lesson.coach:
        asyncio.run(lesson_table(lesson, typed, write_line).run())
        return
    with new_battle(lesson, saves_folder(saves)) as battle:
        play_in_lines(battle, computers(battle))


def solve(puzzle: Puzzle) -> None:
    """Run a puzzle line by line, and then the next ones, until the person leaves."""
    from tui.plain import learning

    asyncio.run(learning.solve(puzzle, typed, write_line))


async def typed(prompt: str) -> str | None:
    """Return a line of the input, or None at its end. The event loop stops meanwhile."""
    return read_line(prompt)


def read_line(prompt: str) -> str | None:
    """Show a prompt and return the line that is typed; None at the end of the input or on
    Ctrl+C.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = sys.stdin.readline(LONGEST)
    except (KeyboardInterrupt, UnicodeDecodeError):
        line = ""
    if not line:
        print()
        return None
    return line.rstrip("\r\n")


def write_line(text: str) -> None:
    """Write a line; characters that the output cannot show are replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
