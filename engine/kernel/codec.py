"""How a game system's states, commands and events are written in a battle file."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from functools import cached_property, lru_cache
from types import GenericAlias
from typing import Any

import msgspec

from engine.base.hashes import digest
from engine.game.game import Game

LARGEST_STATE = 16 * 1024 * 1024
"""The maximum size of a decompressed state in bytes; a state of sixty ships has twenty thousand."""
HARD = 6
"""The compression level of `zlib`. Level 1 would be three times as fast, but the files a tenth
larger."""


class Codec:
    """Encodes and decodes the states, commands and events of one game system.

    Each game object has one codec (`codec(game)`). Journals, letters, hashes and protocols all use
    it, so that a state has the same bytes everywhere. Decoding raises `msgspec.DecodeError`.
    """

    def __init__(self, game: Game) -> None:
        self.encode = msgspec.json.Encoder(order="deterministic").encode
        self._types = game.types
        self.rules = game.rules_version

    # Each decoder takes milliseconds to create, and a new battle needs no decoder.

    @cached_property
    def _state(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._types[0])

    @cached_property
    def _command(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._types[1])

    @cached_property
    def _events(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(GenericAlias(tuple, (self._types[2], ...)))

    def raw(self, value: Any) -> msgspec.Raw:
        """Return an encoded value that can be put into a line of JSON."""
        return msgspec.Raw(self.encode(value))

    def canonical_command(self, command: Any) -> msgspec.Raw:
        """Return a command encoded in canonical form.

        Decoding and encoding this form again gives the same bytes.
        """
        return self.raw(self._command.decode(self.encode(command)))

    def is_canonical(self, raw: msgspec.Raw) -> bool:
        """Tell whether an encoded command is in canonical form.

        Raises the errors of decoding.
        """
        return self.encode(self._command.decode(raw)) == bytes(raw)

    def canonical_state(self, state: Any) -> msgspec.Raw:
        """Return a state encoded in canonical form, which does not depend on how the state was
        made.

        The encoder leaves out a field that holds its default object itself, but not a field with an
        equal object. A state read from a file has the default object itself, a state built from
        records may have an equal one.
        """
        return self.raw(self._state.decode(self.encode(state)))

    def compressed(self, state: Any) -> msgspec.Raw:
        """Return a state encoded and compressed, as in a keyframe: as a string of an eighth of the
        length.
        """
        return msgspec.Raw(
            b'"%b"' % b64encode(zlib.compress(bytes(self.canonical_state(state)), HARD))
        )

    def hash(self, state: Any) -> str:
        """Return the hash of a state, the same in every process."""
        return digest(bytes(self.canonical_state(state))).decode()

    def is_hash(self, text: str, state: Any) -> bool:
        """Tell whether a text is the hash of a state, computed as today or as in older files."""
        # Nearly every file has today's hash, and computing only this hash takes a third of the
        # time.
        return digest(self.encode(state)).decode() == text or self.hash(state) == text

    def is_keyframe(self, text: msgspec.Raw, state: Any) -> bool:
        """Tell whether a keyframe (stored state) holds this state, in today's or an older form."""
        try:
            held = bytes(_unpacked(text))
        except msgspec.DecodeError:
            return False
        return held == self.encode(state) or held == bytes(self.canonical_state(state))

    def state(self, raw: msgspec.Raw) -> Any:
        """Decode a state, compressed or not."""
        return self._state.decode(_unpacked(raw))

    def command(self, raw: msgspec.Raw) -> Any:
        """Decode a command."""
        return self._command.decode(raw)

    def events(self, raw: msgspec.Raw) -> Any:
        """Decode the events of an entry."""
        return self._events.decode(raw)


def _unpacked(raw: msgspec.Raw) -> msgspec.Raw:
    """Decompress a state; raises `DecodeError` for data that is not a compressed state."""
    text = bytes(raw)
    if not text.startswith(b'"'):
        return raw
    unpack = zlib.decompressobj()
    try:
        state = unpack.decompress(b64decode(text[1:-1], validate=True), LARGEST_STATE)
    except (zlib.error, ValueError) as error:
        raise msgspec.DecodeError(f"a state is packed in a wrong way: {error}") from None
    if unpack.unconsumed_tail or not unpack.eof:
        raise msgspec.DecodeError("a packed state has no end, or is too large")
    return msgspec.Raw(state)


@lru_cache(maxsize=16)
def codec(game: Game) -> Codec:
    """Return the codec of a game system, created once."""
    return Codec(game)
