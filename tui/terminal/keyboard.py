"""Parse the bytes of a remote terminal, and let only keyboard and mouse input through.

A terminal can report more than keys: sizes, focus, positions of the cursor. The game asks for
none of these over a connection, so a client that sends them is hostile or broken.
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
"""Characters of a pasted text; the rest of a longer one is left out."""


class Keyboard:
    """Turns bytes into messages for the game: keys, pastes, and the mouse where it is on.

    `size` returns the size of the screen: mouse events outside of it are dropped.
    """

    def __init__(self, mouse: bool, size: Callable[[], Size]) -> None:
        self._mouse = mouse
        self._size = size
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._latest = ""
        """The latest characters, as many as the sequence that starts or ends a paste."""
        self._pasted: list[str] | None = None
        """The characters of a paste that has begun; None outside of a paste."""

    @property
    def unsure(self) -> bool:
        """Tell whether an escape has come that may be a key or the start of a sequence."""
        return self._parser._timeout_time is not None

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages of the next bytes."""
        for sign in self._decode(data):
            self._latest = (self._latest + sign)[-len(BRACKETED_PASTE_START) :]
            if self._pasted is not None:
                yield from self._paste(sign)
                continue
            yield from self._said(lambda sign=sign: list(self._parser.feed(sign)))  # type: ignore[misc]
            if self._latest == BRACKETED_PASTE_START:
                self._pasted = []

    def tick(self) -> Iterator[Message]:
        """Yield the Escape key for an escape that nothing has followed."""
        yield from self._said(lambda: list(self._parser.tick()))

    def _paste(self, sign: str) -> Iterator[Message]:
        """Take one character of a paste. Textual's parser would buffer an endless paste."""
        assert self._pasted is not None
        if len(self._pasted) < LONGEST_PASTE + len(BRACKETED_PASTE_END):
            self._pasted.append(sign)
        if self._latest == BRACKETED_PASTE_END:
            text = "".join(self._pasted).removesuffix(BRACKETED_PASTE_END)
            self._pasted, self._parser = None, XTermParser()
            yield events.Paste(text.replace("\x00", "")[:LONGEST_PASTE])

    def _said(self, parse: Callable[[], list[Message]]) -> Iterator[Message]:
        """Yield the allowed messages; start with a new parser after input that it cannot take."""
        try:
            messages = parse()
        except Exception:  # Textual's parser raises on codes of keys that do not exist
            self._parser = XTermParser()
            return
        yield from filter(self._may_say, messages)

    def _may_say(self, message: Message) -> bool:
        """Tell whether a message is one that a person at a terminal can cause."""
        if isinstance(message, events.Key):
            return _is_text(message.character)
        if isinstance(message, events.MouseEvent):
            return self._mouse and self._size().region.contains(int(message.x), int(message.y))
        return isinstance(message, TerminalSupportsSynchronizedOutput)


def _is_text(sign: str | None) -> bool:
    """Tell whether a key's character can be encoded; a lone surrogate cannot."""
    with suppress(UnicodeEncodeError):
        (sign or "").encode()
        return True
    return False
