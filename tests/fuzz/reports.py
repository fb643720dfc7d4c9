"""Attack: what a terminal reports about itself, in any form and cut anywhere, must never count as a
key.
"""

from __future__ import annotations

import re
from random import Random
from unittest.mock import patch

from textual import events
from textual.geometry import Size

from tui.terminal.keyboard import FAR, Keyboard

REPORTS = 200
"""The number of reports in one example."""
FINALS = "".join(map(chr, range(0x40, 0x7F)))
TEXT = "".join(map(chr, range(0x20, 0x7F))) + "ä€𝄞"
PRIVATE, BETWEEN = "?><=", "!\"#$%&'()*+,-./"
TYPING = {"a": "a", "\x1b[A": "up", "\x1bOP": "f1", "\r": "enter", "?": "question_mark"}


def attack(seed: int) -> None:
    """Send reports with keys between them: exactly the keys must arrive, in their order."""
    random, clock = Random(seed), [0.0]
    board = Keyboard(random.random() < 0.5, lambda: Size(80, 24))
    pressed: list[str] = []
    sent: list[str] = []
    done: list[bytes] = []
    with patch("textual._parser.get_time", lambda: clock[0]):
        for _ in range(REPORTS):
            told, ended = report(random)
            parts = cut(random, coded(random, told))
            if ended and random.random() < 0.1:  # a slow line holds up all but the escape
                sent.append("escape")
                assert not list(board.feed(told[:1].encode()))
                clock[0] += FAR + 0.01
                pressed += (each.key for each in board.tick() if isinstance(each, events.Key))
                parts = [told[1:].encode()]
            for part in parts:
                done.append(part)
                pressed += (each.key for each in board.feed(part) if isinstance(each, events.Key))
                clock[0] += random.uniform(0.0, 0.09)
                pressed += (each.key for each in board.tick() if isinstance(each, events.Key))
            if not ended:
                clock[0] += 0.6
                assert not list(board.tick()), done[-5:]
            assert board.due is None, done[-5:]
            key = random.choice(list(TYPING))
            sent.append(TYPING[key])
            pressed += (
                each.key for each in board.feed(key.encode()) if isinstance(each, events.Key)
            )
            assert pressed == sent, (pressed[-3:], sent[-3:], done[-5:])


def report(random: Random) -> tuple[str, bool]:
    """Return (a report of a terminal, whether it is complete)."""
    match random.randrange(4):
        case 0:  # a control sequence that no key has: private, or with signs before its end
            told = f"\x1b[{random.choice(PRIVATE)}{numbers(random)}"
            told += random.choice(("", random.choice(BETWEEN)))
            final = random.choice(FINALS)
            if re.fullmatch(r"\x1b\[<\d+;\d+;\d+[mM]", told + final):
                final = "c"  # it would be a click
        case 1:
            told = f"\x1b[{numbers(random)};{numbers(random)}"
            final = random.choice("Rntxcg")
            if not re.search(r";\d*;\d", told):
                final = "R" if re.fullmatch(r"\x1b\[\d+;\d+", told) else "n"
        case 2:
            told, final = f"\x1b{random.choice('PX^_')}{text(random)}", "\x1b\\"
        case _:
            told, final = f"\x1b]{text(random)}", random.choice(("\x1b\\", "\x07"))
    if random.random() < 0.1:
        return told, False
    return told + final, True


def numbers(random: Random) -> str:
    """Return random parameters as a terminal writes them."""
    return ";".join(
        str(random.choice((random.randrange(10), random.randrange(10**6))))
        for _ in range(random.randrange(1, 6))
    )


def text(random: Random) -> str:
    """Return a random content for a string sequence: mostly short, now and then as long as a
    clipboard.
    """
    most = 3000 if random.random() < 0.05 else 40
    return "".join(random.choices(TEXT, k=random.randrange(most)))


def coded(random: Random, told: str) -> bytes:
    """Return a report as bytes; now and then its control characters have eight bits."""
    data = told.encode()
    if random.random() < 0.3:
        for second in b"[]PX^_\\":
            data = data.replace(bytes((0x1B, second)), bytes((second + 0x40,)))
    return data


def cut(random: Random, data: bytes) -> list[bytes]:
    """Return the bytes as they may arrive: at once, in two pieces, or one by one."""
    match random.randrange(3):
        case 0:
            return [data]
        case 1:
            at = random.randrange(len(data))
            return [data[:at], data[at:]] if at else [data]
        case _:
            return [bytes((each,)) for each in data]
