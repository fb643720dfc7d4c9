"""Limits: how much of a host one name, one address and everybody together may take.

They stand in `limits.toml` in the host's folder, and are read when the host starts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from engine.base.errors import FileFault
from engine.base.reading import Missing, misfit, toml

Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is over a limit is refused with a sentence. An address of IPv6 is its /64."""

    connections: Count = 300
    """Connections that have logged in."""
    connections_an_address: Count = 60
    connections_a_name: Count = 12
    """More than `screens`, for one that is half open is counted until it is missed."""
    waiting: Count = 64
    """Connections that have not logged in; the oldest of the busiest address makes room."""
    waiting_an_address: Count = 24
    calls_a_minute: Count = 120
    """Connections that one address may begin in a minute."""
    screens: Count = 8
    """Screens of one name."""
    guests: Count = 100
    """Guests, and screens of theirs."""
    names: Count = 5000
    """Names that are known; no new one is taken beyond."""
    new_names_a_day: Count = 20
    """New names that come from one address in a day."""
    battles: Count = 500
    """Battles that are not over."""
    battles_a_person: Count = 20
    """Battles that are not over and were founded by one name."""
    words_a_battle: Count = 2000
    """Things that may be said in a battle."""
    input_a_second: Count = 500
    """Bytes of keys that one line may bring on and on; the hasty share what one may."""
    output_waiting: Count = 128 * 1024
    """Bytes that are kept for a slow reader before frames are left out."""
    unread_seconds: Count = 300
    """Seconds after which a line that reads nothing is hung up."""


USUAL = Limits()


def read(path: Path) -> Limits:
    """Return the limits of a file, or the usual ones; `FileFault` names what is wrong."""
    try:
        table = toml(path, "a file of limits")
    except Missing:
        return USUAL
    try:
        return msgspec.convert(table, Limits)
    except msgspec.ValidationError as error:
        raise FileFault(f"{path} is no file of limits: {misfit(error)}") from None
