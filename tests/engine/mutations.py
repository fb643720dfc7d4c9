"""Damage of every kind that can happen to a file: flipped bits, lost or duplicate parts, odd
values.
"""

from __future__ import annotations

import re
from random import Random

ODD = (
    b"0", b"-1", b"1e999", b"null", b"nan", b"true", b'""', b"[]", b"{}", b"99999999999999999999",
    b'"\\u0000"', b"\xff\xfe", b"\x00", b"[" * 3000, b"'", b"\n", b"\r\n", b"\x1b[2J", b"#",
    b'"\xf0\x9f\x9a\xa2"', b"1979-05-27", b"-0.0", b"0.1", b"inf", b"=", b"[[x]]\n",
)  # fmt: skip


def mutated(data: bytes, dice: Random) -> bytes:
    """Return the data with one to three random mutations."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        data = dice.choice(MUTATIONS)(data, dice)
    return data


def flip(data: bytes, dice: Random) -> bytes:
    """Flip one bit of the data."""
    at = _place(data, dice)
    return (
        data[:at]
        + bytes(byte ^ 1 << dice.randrange(8) for byte in data[at : at + 1])
        + data[at + 1 :]
    )


def cut(data: bytes, dice: Random) -> bytes:
    """Cut off the end of the data."""
    return data[: _place(data, dice)]


def lose(data: bytes, dice: Random) -> bytes:
    """Remove a part of the data."""
    at = _place(data, dice)
    return data[:at] + data[at + dice.randint(1, 40) :]


def double(data: bytes, dice: Random) -> bytes:
    """Write a part of the data twice."""
    at = _place(data, dice)
    end = at + dice.randint(1, 200)
    return data[:end] + data[at:end] + data[end:]


def blank(data: bytes, dice: Random) -> bytes:
    """Overwrite a part with zeros, as a disk may after a power cut."""
    at = _place(data, dice)
    lost = min(dice.randint(1, 600), len(data) - at)
    return data[:at] + b"\0" * lost + data[at + lost :]


def lose_line(data: bytes, dice: Random) -> bytes:
    """Remove a line."""
    lines = data.splitlines(keepends=True) or [b""]
    del lines[dice.randrange(len(lines))]
    return b"".join(lines)


def swap_lines(data: bytes, dice: Random) -> bytes:
    """Swap two lines."""
    lines = data.splitlines(keepends=True) or [b""]
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def insert(data: bytes, dice: Random) -> bytes:
    """Insert some odd bytes."""
    at = _place(data, dice)
    return data[:at] + dice.choice(ODD) + data[at:]


def odd_value(data: bytes, dice: Random) -> bytes:
    """Replace a value by an odd one."""
    starts = [at for at, byte in enumerate(data) if byte in b":="] or [0]
    at = dice.choice(starts) + 1
    end = at + 1
    while end < len(data) and data[end] not in b",}\n]":
        end += 1
    return data[:at] + dice.choice(ODD) + data[end:]


def swap_values(data: bytes, dice: Random) -> bytes:
    """Swap the values of two keys."""
    values = list(re.finditer(rb"(?<=[:=])[^,}\n]+", data))
    if len(values) < 2:
        return data
    one, two = sorted(dice.sample(values, 2), key=re.Match.start)
    middle = data[one.end() : two.start()]
    return data[: one.start()] + two.group() + middle + one.group() + data[two.end() :]


def _place(data: bytes, dice: Random) -> int:
    return dice.randrange(len(data) + 1)


MUTATIONS = (flip, cut, lose, double, blank, lose_line, swap_lines, insert, odd_value, swap_values)
