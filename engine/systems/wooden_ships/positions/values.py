"""Values of a position file that TOML has no type for: hexes, fractions, boxes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from engine.game.position import Reader, is_number, nearest, shown
from engine.space.hexes import Hex, read_label

FARTHEST = 10_000
"""Columns and rows beyond which no hex is read."""
LARGEST = 1_000_000
HEX = "a hex: a label as 'U20', or [column, row]"
_FRACTION = re.compile(r"-?\d{1,9}(/[1-9]\d{0,8})?")


def hex_at(reader: Reader, key: str) -> Hex:
    """Return a hex that is required, as a label or [column, row]."""
    value = reader.raw.get(key)
    reader.skip(key)
    found = as_hex(value)
    if found is None:
        text = (
            f"found {shown(value)}, allowed is {HEX}" if reader.has(key) else f"is missing; {HEX}"
        )
        reader.fault(key, text)
    return found or (0, 0)


def as_hex(value: Any) -> Hex | None:
    """Return a hex from a label or a pair of whole numbers; None from anything else."""
    if isinstance(value, str):
        try:
            place = read_label(value)
        except ValueError:
            return None
    elif (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) for part in value)
    ):
        place = (value[0], value[1])
    else:
        return None
    return place if max(map(abs, place)) <= FARTHEST else None


def outlines(reader: Reader, key: str) -> tuple[tuple[Hex, ...], ...]:
    """Return outlines of land: lists of three hexes or more."""
    value = reader.raw.get(key, [])
    reader.skip(key)
    wanted = f"a list of outlines, each of 3 or more hexes ({HEX})"
    if not isinstance(value, list):
        reader.fault(key, f"found {shown(value)}, allowed is {wanted}")
        return ()
    found = []
    for number, outline in enumerate(value):
        places = [as_hex(each) for each in outline] if isinstance(outline, list) else []
        whole = [place for place in places if place is not None]
        if len(whole) < 3 or len(whole) < len(places):
            reader.fault(f"{key}[{number}]", f"found {shown(outline)}, allowed is {wanted}")
        else:
            found.append(tuple(whole))
    return tuple(found)


def fraction(reader: Reader, key: str, value: Any) -> str:
    """Return points as a fraction in words, from a number or `23/2`."""
    exact: Fraction | None = None
    if is_number(value) and abs(value) <= LARGEST:
        exact = Fraction(value).limit_denominator(10**6)
    elif isinstance(value, str) and _FRACTION.fullmatch(value):
        exact = Fraction(value)
    if exact is None:
        reader.fault(key, f"found {shown(value)}, allowed is a number or a fraction as '23/2'")
        return "0"
    return str(exact)


def sections(reader: Reader, key: str, printed: Sequence[int]) -> tuple[int, ...]:
    """Return what is left of sections, at most what is printed of each; the default is all."""
    value = reader.raw.get(key, list(printed))
    reader.skip(key)
    right = (
        isinstance(value, list)
        and len(value) == len(printed)
        and all(
            isinstance(left, int) and not isinstance(left, bool) and 0 <= left <= most
            for left, most in zip(value, printed, strict=True)
        )
    )
    if not right:
        most = ", ".join(map(str, printed))
        text = str(value)[:40] if isinstance(value, list) else shown(value)
        reader.fault(key, f"found {text}, allowed are {len(printed)} whole numbers up to [{most}]")
        return tuple(printed)
    return tuple(value)


def broadsides(reader: Reader, key: str, printed: tuple[int, int]) -> tuple[int, int]:
    """Return boxes by side, at most what is printed; the default is all."""
    table = reader.table(key)
    found = (
        table.integer("port", printed[0], 0, printed[0]),
        table.integer("starboard", printed[1], 0, printed[1]),
    )
    table.finish()
    return found


def known_id(reader: Reader, key: str, value: Any, known: Collection[str]) -> str:
    """Return an id that is known, or '' with a fault noted."""
    if isinstance(value, str) and value in known:
        return value
    reader.fault(key, f"found {shown(value)}, no ship has that id{nearest(value, known)}")
    return ""
