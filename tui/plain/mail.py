"""One's own side of a battle by mail in lines, until the other's choice is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.kernel.battle import Battle
from engine.post.slips import Desk
from engine.sitting.kinds.mail import MailKind, MailTable
from engine.sitting.sitting import Sitting
from tui.plain.table import PlainTable, Read


def mail_table(
    folder: Path, desk: Desk, battle: Battle, read: Read, write: Callable[[str], None]
) -> tuple[PlainTable, MailKind]:
    """Return one's own side of a battle by mail in lines, and what was made of the letter."""
    kind = MailKind(MailTable(folder, desk, battle))
    return PlainTable(Sitting(battle, kind.table, kind), read, write), kind
