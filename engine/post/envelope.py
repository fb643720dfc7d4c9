"""Envelopes: a letter as lines of text, recognised even after mail programs have changed it.

A letter is encoded in the characters A to Z, a to z, 0 to 9, `+` and `/`, between two marks that
are words. Whatever mail programs and people add (quoting marks, spaces, line ends, tags, greetings,
signatures) uses other characters or is outside the marks, so it can be removed. The encoding has
its own checksum.
"""

from __future__ import annotations

import html
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

LARGEST = 8 * 1024 * 1024
"""The maximum size of an unpacked letter in bytes, since a small forged letter might be unpacked to
any size."""
LINE = 64
"""The length of an encoded line in characters, so short that a line quoted three times has less
than 72."""
MOST = 200
"""The maximum number of letters read in one text, since a mail may quote all earlier mails."""
ALL = 4 * LARGEST
"""The maximum total size, in bytes, of all unpacked letters in one text."""
PIECE = 65536
"""The number of encoded characters that are unpacked in one step."""
ROUNDS = 8
"""At most this many layers of mail encoding are decoded, one inside the other."""
EVEN_OUT = 64
"""At most this many spaces are added to a letter so that its encoding ends without `=`, a character
that mail programs would change."""

_GAP = r"[\W_]{0,80}"
_NAME = _GAP.join(("WEATHER", "GAGE", "LETTER"))
_BEGIN = re.compile(rf"{_NAME}{_GAP}([0-9]{{1,6}}){_GAP}([0-9]{{1,9}}){_GAP}CHARACTERS", re.I)
_END = re.compile(rf"END{_GAP}OF{_GAP}{_NAME}", re.I)
_PACKED = re.compile("[A-Za-z0-9+/]+")
_BARE = re.compile(r"(?<![A-Za-z0-9+/])e(?:N[o-r]|J[w-z]|A[E-H]|F[4-7])")
"""Matches the start of an encoded letter without marks, as older versions wrote it."""
_QUOTE = r"(?:[^\S\n]*[A-Za-z]{0,4}[>|\uff5c])"
_SOFT = re.compile(rf"=\s+{_QUOTE}*[^\S\n]*")
_ENCODED = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_TAG = re.compile(
    r"</?(?:a|b|blockquote|body|br|code|div|font|h[1-6]|html|i|li|p|pre|span|t[dtr]|ul)\b[^<>]{0,300}>",
    re.I,
)
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_QUOTED = re.compile(r"(?:^|(?<=\s))(?:[A-Za-z]{0,4}[>|\uff5c])+")
"""Matches quoting marks such as `>` or `AB>` at the start of a line.

It also matches after a space, because mail programs join lines."""
_ENDS = re.compile("\r+\n?|[\x85\u2028\u2029]")
_PART = re.compile(
    r"^content-transfer-encoding:[ \t]*base64[^\n]{0,1000}\n(?:[^\n]{1,1000}\n){0,40}\n"
    r"((?:[A-Za-z0-9+/=]+[ \t]*\n?)+)",
    re.I | re.M,
)
"""Matches a base64 part of a mail that was stored with its headers."""


class Envelope(NamedTuple):
    """A letter found in a text: its unpacked content, or why it cannot be unpacked."""

    number: int
    """The letter's number from its mark in the text; 0 if it has no mark."""
    wording: bytes
    fault: str = ""
    """Why the letter cannot be unpacked; '' if it can."""


def envelope_lines(wording: bytes, number: int) -> str:
    """Return an encoded letter as lines of text, with a mark before and after it."""
    packed = zlib.compress(wording, 9)
    for blanks in range(1, EVEN_OUT):
        if not len(packed) % 3:
            break
        packed = zlib.compress(wording + b" " * blanks, 9)
    signs = b64encode(packed).decode()
    lines = [signs[at : at + LINE] for at in range(0, len(signs), LINE)]
    begin = f"# --- WEATHER GAGE LETTER {number}: {len(signs.rstrip('='))} CHARACTERS ---"
    return "\n".join((begin, *lines, f"# --- END OF WEATHER GAGE LETTER {number} ---", ""))


def decode_text(data: bytes) -> str:
    """Return the text in the bytes of a file, trying the encodings in which mail programs and
    editors store text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def find_letters(text: str) -> list[Envelope]:
    """Return the letters in a text in their order; an incomplete letter comes with its fault."""
    text = _ENDS.sub("\n", text)
    restored = _restored(text)
    known = _marked(restored) or _bare(restored)
    if any(not each.fault for each in known):
        return known
    inner = (decode_text(b64decode(part + "==")) for part in _parts(text))
    within = [each for part in inner for each in _marked(_restored(_ENDS.sub("\n", part)))]
    return within or known


def _parts(text: str) -> Iterator[str]:
    """Yield the base64 characters of each encoded part of a mail that was stored with its
    headers.
    """
    for part in islice(_PART.finditer(text), MOST):
        signs = "".join(_PACKED.findall(part[1]))
        yield signs[: len(signs) - (len(signs) % 4 == 1)]


def _restored(text: str) -> str:
    """Return a text without the encodings, tags and quoting marks that mail programs add."""
    for _ in range(ROUNDS):
        before, text = text, _TAG.sub("\n", _UNSEEN.sub("", html.unescape(text)))
        text = _ENCODED.sub(_decoded, _SOFT.sub("", text))
        if text == before:
            break
    return _QUOTED.sub("", text)


def _decoded(run: re.Match[str]) -> str:
    return bytes.fromhex(run[0].replace("=", "")).decode("utf-8", "replace")


def _marked(text: str) -> list[Envelope]:
    """Return the letters between begin and end marks."""
    begins = list(_BEGIN.finditer(text))
    if len(begins) > MOST:  # the new letter is among the first or the last ones
        begins = begins[: MOST // 2] + begins[-MOST // 2 :]
    known, room = [], ALL
    after = [*(each.start() for each in begins[1:]), len(text)]
    for begin, last in zip(begins, after, strict=False):
        end = _END.search(text, begin.end(), last)
        place = begin.end(), end.start() if end else last
        wording, whole = _unpacked(text, *place, min(room, LARGEST))
        room = max(0, room - len(wording))
        fault = "" if whole else _missing(text, place, int(begin[2]), bool(end))
        known.append(Envelope(int(begin[1]), wording if whole else b"", fault))
    return known


def _missing(text: str, place: tuple[int, int], should: int, ended: bool) -> str:
    """Return the error message for a letter that cannot be unpacked."""
    there = sum(map(len, _PACKED.findall(text, *place)))
    if there < should:
        return f"it is not whole: {there} of its {should} characters are there"
    if not ended:
        return "it is not whole: its end is missing"
    if there > should:
        return f"it was altered on the way: it has {there} characters instead of {should}"
    return "it was altered on the way: its checksum is not right"


def _bare(text: str) -> list[Envelope]:
    """Return the letters that have no marks; each ends where its encoding ends."""
    known: list[Envelope] = []
    read = 0
    for begin in islice(_BARE.finditer(text), MOST):
        wording, whole = _unpacked(text, begin.start(), len(text), LARGEST)
        if whole:
            known.append(Envelope(0, wording))
        elif wording[:1] in (b"{", b" "):
            fault = "it is not whole: it was cut short or altered, or is too large"
            known.append(Envelope(0, b"", fault))
        read += len(text) - begin.start() + len(wording)
        if read > ALL:
            break
    return known


def _unpacked(text: str, at: int, end: int, room: int) -> tuple[bytes, bool]:
    """Unpack the text from index `at` to `end`; return (content, whether it is complete).

    The content is incomplete if it was cut short or altered, or if it exceeds `room` bytes.
    """
    unpacking, wording = zlib.decompressobj(), b""
    for signs in _pieces(text, at, end):
        try:
            wording += unpacking.decompress(b64decode(signs), room - len(wording) + 1)
        except zlib.error:
            return wording, False
        if unpacking.eof or len(wording) > room:
            break
    return wording, unpacking.eof and len(wording) <= room


def _pieces(text: str, at: int, end: int) -> Iterator[str]:
    """Yield the encoded characters of the text from `at` to `end`, in chunks that can be
    decoded.
    """
    signs: list[str] = []
    size = 0
    for run in _PACKED.finditer(text, at, end):
        signs.append(run[0])
        size += len(run[0])
        if size >= PIECE:
            piece = "".join(signs)
            size = len(piece) % 4
            yield piece[: len(piece) - size]
            signs = [piece[len(piece) - size :]]
    rest = "".join(signs)
    yield rest + "A" * (-len(rest) % 4)
