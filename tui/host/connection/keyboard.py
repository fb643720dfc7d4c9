"""Keyboard: what a far terminal may say to the game. All else that it sends ends here.

A terminal reports more than keys: sizes, focus, places of the cursor. The game has asked for
none of these over a line, so whoever sends them means no good.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress

from textual import events
from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

LONGEST_PASTE = 4096
"""Signs of a pasted text; what comes after them is left out."""


class Keyboard:
    """Bytes of a line in, messages for the game out: keys, pastes, the mouse where it is on.

    `size` tells the screen's, for a mouse that points beyond it.
    """

    def __init__(self, mouse: bool, size: Callable[[], Size]) -> None:
        self._mouse = mouse
        self._size = size
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._latest = ""
        """The latest signs, as many as begin or end a paste."""
        self._pasted: list[str] | None = None
        """The signs of a paste that has begun."""

    @property
    def unsure(self) -> bool:
        """Tell whether an escape may be a key, or the beginning of one."""
        return self._parser._timeout_time is not None

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield what the next bytes say."""
        for sign in self._decode(data):
            self._latest = (self._latest + sign)[-len(BRACKETED_PASTE_START) :]
            if self._pasted is not None:
                yield from self._paste(sign)
                continue
            yield from self._said(lambda sign=sign: list(self._parser.feed(sign)))  # type: ignore[misc]
            if self._latest == BRACKETED_PASTE_START:
                self._pasted = []

    def tick(self) -> Iterator[Message]:
        """Yield an escape that nothing has followed."""
        yield from self._said(lambda: list(self._parser.tick()))

    def _paste(self, sign: str) -> Iterator[Message]:
        """Take a sign of a paste in; Textual would keep one that never ends."""
        assert self._pasted is not None
        if len(self._pasted) < LONGEST_PASTE + len(BRACKETED_PASTE_END):
            self._pasted.append(sign)
        if self._latest == BRACKETED_PASTE_END:
            text = "".join(self._pasted).removesuffix(BRACKETED_PASTE_END)
            self._pasted, self._parser = None, XTermParser()
            yield events.Paste(text.replace("\x00", "")[:LONGEST_PASTE])

    def _said(self, parse: Callable[[], list[Message]]) -> Iterator[Message]:
        """Yield what may be said; after what the parser cannot take it begins anew."""
        try:
            messages = parse()
        except Exception:  # codes of keys that cannot exist
            self._parser = XTermParser()
            return
        yield from filter(self._may_say, messages)

    def _may_say(self, message: Message) -> bool:
        """Tell whether a message is one that a person at a terminal sends."""
        if isinstance(message, events.Key):
            return _is_text(message.character)
        if isinstance(message, events.MouseEvent):
            return self._mouse and self._size().region.contains(int(message.x), int(message.y))
        return isinstance(message, TerminalSupportsSynchronizedOutput)


def _is_text(sign: str | None) -> bool:
    """Tell whether a key's sign can be written down; halves of signs cannot."""
    with suppress(UnicodeEncodeError):
        (sign or "").encode()
        return True
    return False
