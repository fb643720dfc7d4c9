"""The command `library`: all battles that are kept here, found by words."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from engine.base.counting import counted
from tui.commands.grammar import FINE, NO

DAMAGED = "cannot be read"


def library(chosen: Namespace) -> int:
    """Print the battles that have the words; return 1 when there is none."""
    from engine.files.index import Index
    from engine.files.shelves import Library, read_all
    from tui.commands.progress import Progress
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    with Index.of_this_user() as index:
        kept = Library(chosen.saves, index)
        with Progress(len(kept.unread)) as progress:
            read_all(kept, progress.step)
        kept.sort(chosen.sort)
        found = [kept.rows[number] for number in kept.found(" ".join(chosen.words))]
        for notice in filter(None, (index.notice, kept.labels.fault)):
            print(f"weathergage: {notice}", file=sys.stderr)
        _print(found, chosen.json)
    return FINE if found else NO


def _print(rows: list[Any], as_json: bool) -> None:
    if as_json:
        import msgspec

        found = msgspec.json.encode([_told(row) for row in rows])
        print(msgspec.json.format(found, indent=2).decode())
        return
    for row in rows:
        print(_line(row))
    if not rows:
        print("No battle has these words.")


def _told(row: Any) -> dict[str, Any]:
    """Return all that is known of a battle, for programs."""
    facts = row.facts
    return {
        "file": str(row.path).encode(errors="replace").decode(),
        "place": row.place,
        "system": facts.system,
        "scenario": facts.scenario,
        "title": row.name,
        "players": facts.players,
        "date": row.day,
        "turn": facts.turn,
        "standing": facts.standing,
        "result": facts.result,
        "length": facts.length,
        "notes": facts.notes,
        "tags": row.tags,
        "id": facts.id,
        "parent": facts.parent,
        "fault": facts.fault,
    }


def _line(row: Any) -> str:
    """Return a battle in one line; a fork stands below its parent."""
    from engine.base.clean import clean

    facts, branch = row.facts, "  " * row.level + ("` " if row.level else "")
    if facts.fault:
        return clean(f"{branch}{row.day}  {DAMAGED}: {facts.fault}")
    notes = counted(facts.notes, "note") if facts.notes else ""
    parts = (
        row.name,
        facts.system,
        facts.players,
        facts.turn,
        counted(facts.length, "entry", "entries"),
        notes,
        f"{facts.standing}: {facts.result}" if facts.result else facts.standing,
        " ".join(f"#{tag}" for tag in row.tags),
        Path(row.path).name,
    )
    return clean(f"{branch}{row.day}  " + ", ".join(filter(None, parts)))
