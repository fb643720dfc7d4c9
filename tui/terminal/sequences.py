"""What a terminal sends, cut into signs and whole escape sequences (ECMA-48).

Strings (DCS, SOS, PM, APC) and what is broken off are left out: no key is one. Of an OSC the begin
is passed on, as a terminal answers so what colour its ground has. A sequence that nothing ends is
over after a silence, so that a terminal which breaks off stays of use.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from textual import _parser
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

ESC = "\x1b"
CSI, SS3, X10 = f"{ESC}[", f"{ESC}O", f"{ESC}[M"
"""The beginnings of a control sequence, of a key of the keypad, of a click in the oldest way."""
STRINGS = "PX]^_"
"""The second signs of DCS, SOS, OSC, PM and APC."""
BELL, BREAKS = "\x07", "\x18\x1a"
"""BEL ends an OSC as ST does; CAN and SUB break off whatever is under way."""
DEL = "\x7f"
"""Ignored in a control sequence, as terminals do; behind an escape it is alt and Backspace."""
SILENCE = 0.5
"""Seconds without a sign after which a sequence is over: a far line may cut it in two."""
LASTS, LONGEST = 2.0, 65_536
"""Seconds and signs after which a string is over at the first pause that makes an escape a key."""
HERE, FAR = 0.05, 0.1
"""Seconds after which an escape that nothing has followed is a key: where no line lies between,
and over a line that was not measured."""
SOONEST = 0.001
"""The least seconds to wait for what may follow."""
KEPT = 64
"""Signs of a sequence that are kept: no key has more."""


def now() -> float:
    """Return seconds of the clock that Textual waits by."""
    return float(_parser.get_time())  # type: ignore[attr-defined]  # a test may turn it on


def escape_seconds(line: float) -> float:
    """Return the seconds after which a lone escape is a key; ESCDELAY, in milliseconds, wins.

    `line` is how long the line takes there and back, 0 where none lies between. In that time the
    rest of a sequence that was cut in two has come, also when it was sent again.
    """
    with suppress(ValueError):
        return max(1, int(os.environ.get("ESCDELAY", ""))) / 1000
    return min(SILENCE, max(HERE, line))


class Sequences:
    """Cuts what comes sign by sign; it keeps at most `KEPT` signs.

    `patience` is how many seconds an escape stays alone before it is a key.
    """

    def __init__(self, patience: float = FAR) -> None:
        self.patience = patience
        self._held = ""
        """What has begun; '' between sequences."""
        self._string = ""
        """The second sign of a string that has begun."""
        self._closing = False
        """Whether the escape that is held came in a string, and so is no key."""
        self._count = 0
        self._began = self._latest = 0.0
        """When what is held began, and when the latest of it came."""
        self._escaped = -SILENCE
        """When an escape became a key because nothing had followed it."""
        self._loose = ""
        """Signs that are held because they may go on behind such an escape; keys where not."""

    @property
    def begun(self) -> bool:
        """Tell whether something has begun that may not be whole yet."""
        return bool(self._held)

    def heard(self) -> None:
        """Note that something came, be it only a part of a sign."""
        self._latest = now()

    def feed(self, sign: str) -> Iterator[str]:
        """Yield what a sign makes whole: a sign, an escape alone, a sequence."""
        self.heard()
        if not self._held:
            self._began, self._count = self._latest, 0
        self._count += 1
        if self._loose:
            # Nobody types so much: what is longer is a report, whole or not.
            self._loose = self._loose + sign if len(self._loose) < KEPT else ""
        if self._string:
            yield from self._in_string(sign)
        elif self._held:
            yield from self._in_sequence(sign)
        else:
            yield from self._between(sign)

    @property
    def due(self) -> float:
        """The seconds until what has begun is over, should nothing follow."""
        left = self._latest + self._patience(self._key) - now()
        return max(SOONEST, left)

    @property
    def _key(self) -> bool:
        """Whether what is held is a key, or several, should nothing follow."""
        return bool(self._loose) or (not self._closing and _may_be_a_key(self._held))

    def _patience(self, key: bool) -> float:
        late = now() - self._began > LASTS or self._count > LONGEST
        return self.patience if late or key else SILENCE

    def tick(self) -> Iterator[str]:
        """Yield the escape, or the key with alt, that nothing has followed; drop what is over."""
        key = self._key
        if self._held and now() - self._latest >= self._patience(key):
            yield from self._broken(key)

    def _end(self) -> str:
        """Take what is held as whole, or as over."""
        held, self._held, self._string, self._closing = self._held, "", "", False
        self._loose = ""
        return held

    def _broken(self, key: bool) -> Iterator[str]:
        """Yield the keys that are held, as nothing makes a sequence of them."""
        loose, held = self._loose, self._end()
        if loose:
            yield from loose
        elif key:
            if held == ESC:
                self._escaped = now()
            yield held

    def _between(self, sign: str) -> Iterator[str]:
        behind = now() - self._escaped < SILENCE
        self._escaped = -SILENCE
        if sign == ESC:
            self._held = ESC
        elif behind and sign in f"[O{STRINGS}":
            # A slow line may have held up the rest of a report: its signs would act as keys.
            self._begin(sign)
            self._loose = sign
        elif not "\x80" <= sign <= "\x9f":
            yield sign
        else:  # the same controls in one sign; those that begin nothing are no keys
            second = chr(ord(sign) - 0x40)
            if second in f"[O{STRINGS}":
                self._begin(second)

    def _begin(self, second: str) -> None:
        self._held, self._closing = ESC + second, False
        self._string = second if second in STRINGS else ""

    def _in_string(self, sign: str) -> Iterator[str]:
        """Take a sign of a string; an escape ends it too, and may begin what comes next."""
        told = self._string == "]" and sign in (BELL, ESC, "\x9c")
        if sign in BREAKS or sign == "\x9c" or (sign == BELL and self._string == "]"):
            held = self._end()
        elif sign == ESC:
            held = self._end()
            self._held, self._closing = ESC, True
        else:
            self._keep(sign)
        if told and len(held) > len(ESC) + 1:
            yield held

    def _in_sequence(self, sign: str) -> Iterator[str]:
        if sign == ESC:  # whatever it was, something new begins
            self._loose = self._loose[:-1]
            yield from self._broken(self._key)
            self._held = ESC
        elif self._held.startswith(X10):
            self._held += sign
            if len(self._held) == len(X10) + 3:
                self._end()
        elif self._held == ESC:
            yield from self._second(sign)
        elif sign in BREAKS:
            self._loose = self._loose[:-1]
            yield from self._broken(key=False)
        elif sign == DEL:  # it is no part of a sequence, and not the end of one
            self._loose = self._loose[:-1]
        elif not " " <= sign <= "~":
            self._loose = self._loose[:-1]
            yield from self._broken(_may_be_a_key(self._held))
            yield from self._between(sign)
        elif self._held.startswith(CSI):
            yield from self._in_control(sign)
        elif self._held.startswith(SS3):
            self._keep(sign)
            if not (sign.isdigit() or sign == ";"):
                yield self._end()
        else:
            self._keep(sign)
            if sign >= "0":  # a choice of a character set, or the like
                self._end()

    def _second(self, sign: str) -> Iterator[str]:
        """Take the sign after an escape."""
        if sign in f"[O{STRINGS}":
            self._begin(sign)
        elif " " <= sign <= "/":
            self._held, self._closing = ESC + sign, False
        elif "\x80" <= sign <= "\x9f":  # no sign of its own: the escape stood alone
            key, held = not self._closing, self._end()
            if key:
                yield held
            yield from self._between(sign)
        else:
            held = self._end()
            if sign != "\\":  # the end of a string that was over
                yield held + sign

    def _in_control(self, sign: str) -> Iterator[str]:
        doubled = self._held == f"{CSI}["  # the function keys of the console of Linux
        self._keep(sign)
        if doubled or self._held in ANSI_SEQUENCES_KEYS or not (
            sign < "@" or self._held in (X10, f"{CSI}[")
        ):  # fmt: skip
            yield self._end()

    def _keep(self, sign: str) -> None:
        """Hold one sign more; of a sequence that is too long for a key only begin and end."""
        self._held = self._held[: KEPT - 1] + sign


def _may_be_a_key(held: str) -> bool:
    """Tell whether what is held is a key when nothing follows: an escape, or `alt` and a sign."""
    return held == ESC or (len(held) == 2 and " " <= held[1] <= "/")
