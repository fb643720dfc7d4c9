"""Parses the input of a terminal: escape sequences become keys, pastes and mouse events."""

from __future__ import annotations

import os
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from textual import _parser, events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.geometry import Size
from textual.keys import Keys, _character_to_key
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

# The terminal's input, cut into characters and whole escape sequences (ECMA-48).
#
# Strings (DCS, SOS, PM, APC) and broken sequences are dropped, as they are not keys. The first part
# of an OSC is passed on, because it is the terminal's answer about its background colour. A
# sequence without an end is ended by a timeout, so that one broken sequence does not block the
# input.


ESC = "\x1b"
CSI, SS3, X10 = f"{ESC}[", f"{ESC}O", f"{ESC}[M"
"""The beginnings of a control sequence, of a key on the keypad, and of a mouse click in its oldest
form."""
STRINGS = "PX]^_"
"""The second characters of the sequences DCS, SOS, OSC, PM and APC, which contain a string."""
BELL, BREAKS = "\x07", "\x18\x1a"
"""BEL ends an OSC sequence, as ST does; CAN and SUB abort any sequence."""
DEL = "\x7f"
"""Ignored inside a control sequence, as terminals do; after an escape it means alt and
Backspace."""
SILENCE = 0.5
"""A sequence ends after so many seconds without input. A slow connection may split a sequence."""
LASTS, LONGEST = 2.0, 65_536
"""A string that takes this many seconds, or has this many characters, is ended at the next pause of
input."""
HERE, FAR = 0.05, 0.1
"""Seconds after which a lone escape counts as a key: on this machine, and over a connection whose
delay is unknown."""
SOONEST = 0.001
"""The minimum time in seconds to wait for the rest of a sequence."""
KEPT = 64
"""The maximum number of characters that are stored of a sequence; no key has more."""


def now() -> float:
    """Return the time in seconds of the clock that Textual uses when it waits."""
    return float(_parser.get_time())  # type: ignore[attr-defined]  # a test may turn it on


def escape_seconds(line: float) -> float:
    """Return after how many seconds a lone escape counts as a key.

    `line` is the measured round-trip time of the connection, 0 on this machine; within the result,
    the rest of a split sequence arrives. The variable ESCDELAY, in milliseconds, takes precedence.
    """
    with suppress(ValueError):
        return max(1, int(os.environ.get("ESCDELAY", ""))) / 1000
    return min(SILENCE, max(HERE, line))


class Sequences:
    """Splits input into characters and escape sequences; it stores at most `KEPT` characters.

    `patience` is the number of seconds after which a lone escape counts as a key.
    """

    def __init__(self, patience: float = FAR) -> None:
        self.patience = patience
        self._held = ""
        """The sequence that has begun but not ended; '' between sequences."""
        self._string = ""
        """The second character of the string sequence that has begun but not ended; '' outside of
        one."""
        self._closing = False
        """Whether the stored escape came inside a string; then it is not a key."""
        self._count = 0
        self._began = self._latest = 0.0
        """When the first and the latest character of the unfinished sequence arrived."""
        self._escaped = -SILENCE
        """When a lone escape was last reported as a key."""
        self._loose = ""
        """Characters that came after a lone escape was reported. They may be the late rest of its
        sequence; if not, they are keys."""

    @property
    def begun(self) -> bool:
        """Tell whether a sequence is unfinished."""
        return bool(self._held)

    def heard(self) -> None:
        """Record that input has arrived, even if only a part of a character."""
        self._latest = now()

    def feed(self, sign: str) -> Iterator[str]:
        """Yield what the character `sign` completes: itself, a lone escape, or a sequence."""
        self.heard()
        if not self._held:
            self._began, self._count = self._latest, 0
        self._count += 1
        if self._loose:
            # No person types so fast: a longer text is a terminal's report, complete or not.
            self._loose = self._loose + sign if len(self._loose) < KEPT else ""
        if self._string:
            yield from self._in_string(sign)
        elif self._held:
            yield from self._in_sequence(sign)
        else:
            yield from self._between(sign)

    @property
    def due(self) -> float:
        """The seconds until the unfinished sequence ends if no more input comes."""
        left = self._latest + self._patience(self._key) - now()
        return max(SOONEST, left)

    @property
    def _key(self) -> bool:
        """Whether what is stored counts as keys if no more input comes."""
        return bool(self._loose) or (not self._closing and _may_be_a_key(self._held))

    def _patience(self, key: bool) -> float:
        late = now() - self._began > LASTS or self._count > LONGEST
        return self.patience if late or key else SILENCE

    def tick(self) -> Iterator[str]:
        """Yield a lone escape, or a key with alt, if its time is over; drop a sequence whose time
        is over.
        """
        key = self._key
        if self._held and now() - self._latest >= self._patience(key):
            yield from self._broken(key)

    def _end(self) -> str:
        """End the unfinished sequence, whether complete or not, and return its text."""
        held, self._held, self._string, self._closing = self._held, "", "", False
        self._loose = ""
        return held

    def _broken(self, key: bool) -> Iterator[str]:
        """Yield the stored characters as keys, because they are not a sequence."""
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
            # A slow connection may have delayed the rest of a report; its characters must not act
            # as keys.
            self._begin(sign)
            self._loose = sign
        elif not "\x80" <= sign <= "\x9f":
            yield sign
        else:  # C1: one character for ESC and a second one; others are dropped
            second = chr(ord(sign) - 0x40)
            if second in f"[O{STRINGS}":
                self._begin(second)

    def _begin(self, second: str) -> None:
        self._held, self._closing = ESC + second, False
        self._string = second if second in STRINGS else ""

    def _in_string(self, sign: str) -> Iterator[str]:
        """Process a character inside a string.

        An escape ends the string, and may begin the next sequence.
        """
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
        if sign == ESC:  # it aborts any sequence and begins a new one
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
        elif sign == DEL:  # ignored in a sequence
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
            if sign >= "0":  # a character set selection or the like
                self._end()

    def _second(self, sign: str) -> Iterator[str]:
        """Process the character that follows an escape."""
        if sign in f"[O{STRINGS}":
            self._begin(sign)
        elif " " <= sign <= "/":
            self._held, self._closing = ESC + sign, False
        elif "\x80" <= sign <= "\x9f":  # a C1 control: the escape before it was alone
            key, held = not self._closing, self._end()
            if key:
                yield held
            yield from self._between(sign)
        else:
            held = self._end()
            if sign != "\\":  # ST of a string that has already ended
                yield held + sign

    def _in_control(self, sign: str) -> Iterator[str]:
        doubled = self._held == f"{CSI}["  # the function keys of the Linux console
        self._keep(sign)
        if doubled or self._held in ANSI_SEQUENCES_KEYS or not (
            sign < "@" or self._held in (X10, f"{CSI}[")
        ):  # fmt: skip
            yield self._end()

    def _keep(self, sign: str) -> None:
        """Store one more character.

        Of a sequence that is too long for a key, only beginning and end are stored.
        """
        self._held = self._held[: KEPT - 1] + sign


def _may_be_a_key(held: str) -> bool:
    """Tell whether what is stored is a key if no more input comes: an escape, or `alt` and a
    character.
    """
    return held == ESC or (len(held) == 2 and " " <= held[1] <= "/")


# A terminal's input becomes keys, pastes and mouse events; everything else is dropped. A terminal
# reports more than keys: its type, colours, sizes, focus, the clipboard. Some reports are answers
# to queries of Textual or other programs, some come from a hostile or broken client.


WHOLE_FRAMES = re.compile(r"\x1b\[\?2026;[1-4]\$y")
"""Matches the answer of a terminal that can show whole frames at once (synchronised output)."""
GROUND = re.compile(r"\x1b\]11;rgba?:(X)/(X)/(X)(?:/X)?".replace("X", r"[\da-fA-F]{1,4}"))
"""Matches the answer of a terminal that names its background colour."""
LIGHT = 0.5
"""From this brightness on (0 to 1) a background counts as light."""
CLICK = re.compile(r"\x1b\[<\d+;-?\d+;-?\d+[mM]")
TYPED = re.compile(r"\x1b\[\d+[\d:]*(;[\d:]*){0,2}u")
"""Matches a key that the kitty protocol reports by a number."""
NAMED = re.compile(r"\x1b\[(\d*)(?:;\d*)?([~ABCDEFHPQS])")
"""Matches a key that the kitty protocol reports by a letter or `~`. R is not included, because it
reports the cursor's position."""
LONGEST_PASTE = 8192
"""The maximum number of characters of a pasted text; the rest is dropped."""
LOST = "\ufffd"
"""The character that replaces a byte in a paste that is not UTF-8."""
BYTES, LAST_CONTROL = 0xDC00, "\udc9f"
"""A byte that is not UTF-8 is read as the character with the number `BYTES` plus its value. The
characters up to `LAST_CONTROL` stand for control bytes."""
PASTE_SILENCE = 2.0
"""A paste without its end sequence is dropped after so many seconds without input."""

NAMES = frozenset((
    *FUNCTIONAL_KEYS.values(),
    *(
        str(getattr(key, "value", key))
        for keys in ANSI_SEQUENCES_KEYS.values()
        if isinstance(keys, tuple)
        for key in keys
    ),
    "space",
))  # fmt: skip
"""Textual's names of keys that have no character, such as `pageup` and `ctrl+x`."""
SIGNS = frozenset(_character_to_key(chr(code)) for code in range(33, 127))
"""Textual's names of the characters that may follow a modifier such as `ctrl+`."""
MODIFIERS = frozenset(("alt", "ctrl", "hyper", "meta", "shift", "super"))


class TerminalBackground(Message):
    """A message with the background colour of the terminal: red, green and blue, each in one to
    four hexadecimal digits.
    """

    def __init__(self, parts: Sequence[str]) -> None:
        super().__init__()
        red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in parts)
        self.light = 0.3 * red + 0.6 * green + 0.1 * blue > LIGHT


class _Parser(XTermParser):
    """Textual's parser without its cache.

    Textual keeps the events of the latest thousand keys. Each refers to its application, which on a
    host may belong to a person who has left.
    """

    def _parse_extended_key(  # type: ignore[override]  # no cache
        self, sequence: str
    ) -> list[events.Key] | None:
        found: list[events.Key] | None = super()._parse_extended_key.__wrapped__(self, sequence)
        return found


class Keyboard:
    """Turns bytes into messages for the game: keys, pastes, and mouse events if enabled.

    `size` returns the size of the screen; mouse events outside of it are dropped. `patience` is the
    number of seconds after which a lone escape counts as a key.
    """

    def __init__(self, mouse: bool, size: Callable[[], Size], patience: float = FAR) -> None:
        self._mouse = mouse
        self._size = size
        self._decode = getincrementaldecoder("utf-8")("surrogateescape").decode
        self._sequences = Sequences(patience)
        self._asked_at: float | None = None
        self._parser = _Parser()
        self._latest = ""
        """The latest characters of a paste, as many as the sequence that ends a paste has."""
        self._pasted: list[str] | None = None
        """The characters of an unfinished paste; None outside of a paste."""
        self._pasted_at = 0.0
        """When the latest character of a paste arrived."""

    @property
    def due(self) -> float | None:
        """The seconds until `tick` must be called if no input arrives; None if nothing waits for
        more input.
        """
        if self._pasted is not None:
            return max(SOONEST, self._pasted_at + PASTE_SILENCE - now())
        return self._sequences.due if self._sequences.begun else None

    def asked(self) -> None:
        """Record that the terminal was asked something: the time to its answer measures the
        connection.
        """
        self._asked_at = now()

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that the bytes received next complete."""
        self._sequences.heard()
        for sign in self._decode(data):
            if self._pasted is not None:
                yield from self._paste(LOST if _is_byte(sign) else sign)
            elif not _is_byte(sign):
                yield from self._said(self._sequences.feed(sign))
            elif sign <= LAST_CONTROL:
                yield from self._said(self._sequences.feed(chr(ord(sign) - BYTES)))

    def tick(self) -> Iterator[Message]:
        """Yield a key for which no more input has come, such as a lone escape; drop a sequence
        whose time is over.

        It has to be called regularly while there is no input.
        """
        if self._pasted is None:
            yield from self._said(self._sequences.tick())
        elif now() - self._pasted_at >= PASTE_SILENCE:
            self._pasted = None

    def _paste(self, sign: str) -> Iterator[Message]:
        """Process one character of a paste.

        Textual's own parser would store a paste without end.
        """
        assert self._pasted is not None
        self._pasted_at = now()
        self._latest = (self._latest + sign)[-len(BRACKETED_PASTE_END) :]
        if len(self._pasted) < LONGEST_PASTE + len(BRACKETED_PASTE_END):
            self._pasted.append(sign)
        if self._latest == BRACKETED_PASTE_END:
            text = "".join(self._pasted).removesuffix(BRACKETED_PASTE_END)
            self._pasted = None
            yield events.Paste(text.replace("\x00", "")[:LONGEST_PASTE])

    def _said(self, whole: Iterable[str]) -> Iterator[Message]:
        """Yield what characters and sequences mean: keys, mouse events, answers of the terminal."""
        for said in whole:
            if said == BRACKETED_PASTE_START:
                self._pasted, self._latest, self._pasted_at = [], "", now()
            elif CLICK.fullmatch(said):
                yield from filter(self._may_click, (self._parser.parse_mouse_code(said),))
            elif WHOLE_FRAMES.fullmatch(said):
                if self._asked_at is not None:
                    self._sequences.patience = escape_seconds(now() - self._asked_at)
                    self._asked_at = None
                yield TerminalSupportsSynchronizedOutput()
            elif ground := GROUND.fullmatch(said):
                yield TerminalBackground(ground.groups())
            else:
                yield from self._keys(said)

    def _keys(self, said: str) -> list[events.Key]:
        """Return the keys of a character or sequence, in Textual's names."""
        with suppress(Exception):  # Textual raises on codes of keys that do not exist
            if len(said) == 2 and said[0] == ESC and said not in ANSI_SEQUENCES_KEYS:
                keys = self._parser._sequence_to_key_events(said[1], alt=True)
            elif len(said) < 3 or _is_key(said):
                keys = self._parser._sequence_to_key_events(said)
            else:
                keys = ()
            return [key for key in keys if key.key != Keys.Ignore and _is_text(key.character)]
        return []

    def _may_click(self, message: Message | None) -> bool:
        """Tell whether the mouse is enabled and the event of a message lies inside the screen."""
        return (
            self._mouse
            and isinstance(message, events.MouseEvent)
            and self._size().region.contains(int(message.x), int(message.y))
        )


def is_sent(key: str) -> bool:
    """Tell whether a keyboard can send the key with this name.

    A character is its own name: with Shift it is another character, `A`; a space is called `space`.
    """
    if len(key) == 1:
        return key.isprintable() and not key.isspace()
    if key in NAMES:
        return True
    *modifiers, last = key.split("+")
    known = modifiers and modifiers == sorted(set(modifiers)) and MODIFIERS.issuperset(modifiers)
    if not known:
        return False
    if modifiers == ["shift"]:
        return last in NAMES and last != "space"
    return last in NAMES or last in SIGNS


def _is_key(sequence: str) -> bool:
    """Tell whether a sequence of more than two characters is a key and not a report of the
    terminal.
    """
    if re.fullmatch(r"\x1b\[\d+;\d+R", sequence):
        return False  # a cursor position report; rxvt's F15 and others look the same
    named = NAMED.fullmatch(sequence)
    return bool(
        sequence in ANSI_SEQUENCES_KEYS
        or TYPED.fullmatch(sequence)
        or (named and f"{named[1] or 1}{named[2]}" in FUNCTIONAL_KEYS)
    )


def _is_byte(sign: str) -> bool:
    """Tell whether a character stands for a byte that is not UTF-8."""
    return "\udc80" <= sign <= "\udcff"


def _is_text(sign: str | None) -> bool:
    """Tell whether the character of a key can be encoded; half of a surrogate pair cannot."""
    with suppress(UnicodeEncodeError):
        (sign or "").encode()
        return True
    return False
