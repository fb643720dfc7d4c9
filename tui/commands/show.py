"""Commands that look at one situation: inspect."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tui.commands.source import load

FINE = 0


def inspect(chosen: Namespace) -> int:
    """Say what the rules see of every ship, or of one."""
    source = load(chosen)
    ships = source.game.inspect(source.state, chosen.ship)
    if chosen.json:
        print(msgspec.json.encode({"game": source.game.name, "ships": ships}).decode())
    else:
        print(source.title, *_lines(ships, 0), sep="\n")
    return FINE


def _lines(facts: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield nested facts as indented lines, a table of plain values on one line."""
    for key, value in facts.items():
        name = str(key).replace("_", " ") if str(key).islower() else str(key)
        pad = "  " * depth
        if not isinstance(value, Mapping):
            yield f"{pad}{name}: {_plain(value)}"
        elif any(isinstance(inner, Mapping) for inner in value.values()):
            yield f"{pad}{name}"
            yield from _lines(value, depth + 1)
        else:
            parts = (
                f"{k.replace('_', ' ')} {_plain(v)}" for k, v in value.items() if v is not None
            )
            yield f"{pad}{name}: {', '.join(parts) or 'none'}"


def _plain(value: Any) -> str:
    """Return a value in words."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")
