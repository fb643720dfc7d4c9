"""The command `squadron`: check whether a squadron is legal, or print it."""

from __future__ import annotations

import json
from argparse import Namespace

from tui.commands.grammar import FINE, NO
from tui.commands.source import use_data_folder


def check(chosen: Namespace) -> int:
    """Print whether a squadron is legal, or all its faults; return 1 when it is not."""
    from engine.base.clean import clean
    from engine.building.squadron import check as judged

    use_data_folder(chosen.data)
    verdict = judged(_file(chosen))
    if chosen.json:
        told = {
            "legal": verdict.legal,
            "points": verdict.points,
            "limit": verdict.limit,
            "faults": [{"path": path, "text": text} for path, text in verdict.faults],
            **({"notes": verdict.notes} if verdict.notes else {}),
        }
        print(json.dumps(told))
    else:
        limit = "" if verdict.limit is None else f" of {verdict.limit}"
        says = f"{'legal' if verdict.legal else 'not legal'}, {verdict.points}{limit} points"
        print(f"{verdict.name or clean(str(chosen.file))}: {says}")
        for path, text in verdict.faults:
            print(f"  {path}: {text}" if path else f"  {text}")
        for note in verdict.notes:
            print(f"  note: {note}")
    return FINE if verdict.legal else NO


def show(chosen: Namespace) -> int:
    """Print a squadron with every value, card and price; return 1 when it is not legal."""
    from engine.building.squadron import sheet
    from engine.game.parts.document import written

    use_data_folder(chosen.data)
    paper, legal = sheet(_file(chosen))
    print(written(paper, chosen.format), end="")
    return FINE if legal else NO


def _file(chosen: Namespace) -> str:
    """Return the file that is meant, or the name of a ready squadron."""
    from engine.files.saves import squadrons_folder
    from engine.files.squadron_files import meant

    return meant(chosen.file, squadrons_folder(chosen.saves))
