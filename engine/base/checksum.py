"""Checksums that chain one line of a battle file to the line before, and hashes of states."""

from __future__ import annotations

from hashlib import blake2b

_MARK = b',"sum":"'
_LENGTH = len(_MARK) + 16 + len(b'"}')


def seal(body: bytes, chain: bytes) -> tuple[bytes, bytes]:
    """Return a JSON object's line with its checksum as the last key, and that checksum."""
    total = digest(chain + body)
    return body[:-1] + _MARK + total + b'"}', total


def unseal(line: bytes, chain: bytes) -> bytes | None:
    """Return the checksum of a sealed line that follows `chain`, or None when it is damaged."""
    total = stated(line)
    if line[-_LENGTH:] != _MARK + total + b'"}':
        return None
    return total if digest(chain + line[:-_LENGTH] + b"}") == total else None


def stated(line: bytes) -> bytes:
    """Return the checksum that a sealed line states, whether or not it is the right one."""
    return line[-18:-2]


def digest(data: bytes) -> bytes:
    """Return 16 hexadecimal digits that tell the data from any other."""
    return blake2b(data, digest_size=8).hexdigest().encode()
