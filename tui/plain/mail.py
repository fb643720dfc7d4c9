"""One's own side of a battle by mail in lines, until the other's choice is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.kernel.battle import Battle
from engine.post.slips import Desk
from engine.sitting.kinds.mail import MailKind, MailTable
from engine.sitting.sitting import Sitting
from tui.plain.table import HELP, PlainTable, Read

CHANGED = {
    "rules W   what a word means                 undo, redo, take back": (
        "rules W   what a word means                 undo      take a choice out of the letter"
    ),
    "leave [N] the ways out of it; N takes one": "",
    "coach     he speaks up when an answer costs much, against the computer; again: no more": "",
    "resign    give up                           quit      leave; everything is saved": (
        "send      write the letter             quit      leave; your choices are kept"
    ),
}
"""Lines of the help that say another thing by mail; '' for those that do not hold."""


def _help() -> str:
    lines = (CHANGED.get(line, line) for line in HELP.strip("\n").split("\n"))
    return "\n".join(line for line in lines if line)


def mail_table(
    folder: Path, desk: Desk, battle: Battle, read: Read, write: Callable[[str], None]
) -> tuple[PlainTable, MailKind]:
    """Return one's own side of a battle by mail in lines, and what was made of the letter."""
    kind = MailKind(MailTable(folder, desk, battle))
    return PlainTable(Sitting(battle, kind.table, kind), read, write, help=_help()), kind
