"""What can be saved of a damaged battle file."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.battle import Battle


def recovered(path: Path | str, new_path: Path | str, created: str = "") -> Battle:
    """Return a new battle of everything before a file's first damage; its `notice` says where.

    `FileFault` when nothing of the file can be read, or the new one cannot be made.
    """
    damaged = Battle.open(path, write=False, recover=True)
    try:
        battle = damaged.fork(damaged.position, new_path, created)
    finally:
        damaged.close()
    battle.notice = damaged.notice or f"{path} is not damaged; this is a copy of it"
    return battle
