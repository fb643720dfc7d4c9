"""The command `dice`: the rolls of a battle against what fair dice would have given."""

from __future__ import annotations

from argparse import Namespace

from engine.base.clean import clean
from engine.kernel.damaged import as_file_fault
from tui.commands.grammar import FINE
from tui.commands.source import open_battle


def dice(chosen: Namespace) -> int:
    """Print sums by side, kind and ship, the faces, and with `--rolls` every roll.

    Of a battle that goes on what everybody at the table has seen.
    """
    import msgspec

    from engine.game.parts.aftermath import columns
    from engine.review import dice as review

    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        rolls = review.all_thrown(battle)
        if chosen.json:
            rows = [
                {"entry": n, **msgspec.to_builtins(rolled), "mean": round(rolled.mean, 4)}
                for n, rolled in rolls
            ]
            print(msgspec.json.encode(rows).decode())
            return FINE
        for heading, table in review.tables(rolls) if rolls else ():
            print(heading)
            print(*map(clean, columns(tuple(table))), "", sep="\n")
        for found in review.faces(battle, rolls):
            print(clean(review.told_faces(found)))
        for n, rolled in rolls if chosen.rolls else ():
            fair = f"{rolled.got}, fair {rolled.mean:.1f}"
            who = f"{rolled.whose}, {rolled.ship}"
            print(clean(f"entry {n}, {who}: {rolled.kind} {fair}: {review.fell(rolled)}"))
        if not rolls:
            print("No dice have fallen that may be counted.")
    return FINE
