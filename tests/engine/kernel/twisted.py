"""JSON that can be parsed and is still wrong: values of other types, huge values, missing or
duplicate keys.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 5, 2**31, 2**63 - 1, -(2**63), 2**64 - 1, 10**30, 1e308, -0.0),
    *("", " ", "A", "human", "\x00", "\x1b[2J", "\u202e", "\ud7ff", "../../etc/passwd", "a" * 5000),
    *("/dev/zero", "exec:/bin/true", "oak_iron", "quickstart", "0" * 64, "999999999999999999999"),
    *([], {}, [[]], [1, 2, 3], {"A": 5}, {"": ""}, {"players": 5}, {"squadrons": 5}),
    *(["a" * 5000], ["flying_gang", "\x00"], {"squadrons": {"/dev/zero": 1}}, {"a_side": 10**9}),
    [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]],
)


def twisted(data: bytes, dice: Random) -> bytes:
    """Return a JSON document after one to three changes to its values, keys or places."""
    value = msgspec.json.decode(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        value = _changed(value, dice)
    told = msgspec.json.encode(value)
    return _doubled(told, dice) if dice.random() < 0.1 else told


def twisted_toml(data: bytes, dice: Random) -> bytes:
    """Return a TOML document after such changes as `twisted` makes."""
    plain = msgspec.json.encode(tomllib.loads(data.decode()))
    return written(msgspec.json.decode(twisted(plain, dice)))


def written(table: Any, path: str = "") -> bytes:
    """Return a table as TOML; a value that is not a table is written alone, which is not valid
    TOML.
    """
    if not isinstance(table, dict):
        return _value(table).encode()
    lines, below = [], b""
    for key, value in table.items():
        name = msgspec.json.encode(key).decode()
        if isinstance(value, dict):
            below += f"[{path}{name}]\n".encode() + written(value, f"{path}{name}.")
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            for each in value:
                below += f"[[{path}{name}]]\n".encode() + written(each, f"{path}{name}.")
        elif value is not None:
            lines.append(f"{name} = {_value(value)}\n")
    return "".join(lines).encode() + below


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + "".join(f"{_value(each)},\n" for each in value if each is not None) + "]"
    if isinstance(value, dict):
        inner = ", ".join(
            f"{msgspec.json.encode(key).decode()} = {_value(each)}"
            for key, each in value.items()
            if each is not None
        )
        return "{" + inner + "}"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def _changed(whole: Any, dice: Random) -> Any:
    """Change one place in a value: as often near the top as deep inside."""
    at = whole
    for _ in range(dice.choice((0, 0, 1, 2, 4, 8))):
        inner = list(at.values() if isinstance(at, dict) else at) if _has(at) else []
        inner = [each for each in inner if _has(each)]
        if not inner:
            break
        at = dice.choice(inner)
    if not _has(at):
        return _odd(dice)
    key = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
    other = dice.choice(list(at) if isinstance(at, dict) else range(len(at)))
    what = dice.randrange(6)
    if what == 0:
        del at[key]
    elif what == 1:
        at[key], at[other] = at[other], at[key]
    elif what == 2 and isinstance(at, dict):
        at[dice.choice(("", "A", "x", "\x1b", "squadrons", "players"))] = _odd(dice)
    else:
        at[key] = _odd(dice)
    return whole


def _odd(dice: Random) -> Any:
    return deepcopy(dice.choice(VALUES))


def _has(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _doubled(data: bytes, dice: Random) -> bytes:
    """Write a key a second time, before its first occurrence."""
    places = [at for at in range(len(data)) if data[at : at + 2] == b'{"']
    if not places:
        return data
    at = dice.choice(places)
    key = data[at + 1 : data.index(b'"', at + 2) + 1]
    again = key + b":" + msgspec.json.encode(dice.choice(VALUES)) + b","
    return data[: at + 1] + again + data[at + 1 :]
