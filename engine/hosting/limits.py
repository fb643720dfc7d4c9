"""How much of a host one name, one address and everybody together may use.

The limits are read from `limits.toml` in the host's folder when the host starts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from engine.base.errors import FileFault
from engine.base.reading import Missing, misfit, toml

Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Limits(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What is over a limit is refused with a sentence. An IPv6 address counts by its /64.

    The names of the fields are the keys of the file.
    """

    connections: Count = 300
    """Connections that have logged in."""
    connections_an_address: Count = 60
    connections_a_name: Count = 12
    """More than `screens`, because a half-open connection is counted until it times out."""
    waiting: Count = 64
    """Connections that have not logged in; above it the busiest address loses its oldest."""
    waiting_an_address: Count = 24
    calls_a_minute: Count = 120
    """Connections that one address may begin in a minute."""
    screens: Count = 8
    """Screens under one name."""
    guests: Count = 100
    """Connections, and screens, of all guests together."""
    names: Count = 5000
    """Names that are registered."""
    new_names_a_day: Count = 20
    """New names from one address in a day."""
    battles: Count = 500
    """Battles that are not over."""
    battles_a_person: Count = 20
    """Battles that are not over and were founded by one name."""
    battles_an_address: Count = 60
    """Battles that have not begun and were founded from one address."""
    open_days: Count = 14
    """Days after which a battle that has not begun is withdrawn."""
    idle_minutes: Count = 30
    """Minutes without a key after which a person counts as away: computers play for nobody."""
    thinking_processes: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    """Processes in which computer players and advice think; 0: one a core, but one."""
    questions_a_person: Count = 24
    """Questions that are thought about for one person, or wait for it."""
    words_a_battle: Count = 2000
    """Chat messages in a battle."""
    input_a_second: Count = 500
    """Bytes of keys a second that one terminal may sustain; those above it share this rate."""
    output_waiting: Count = 128 * 1024
    """Bytes that are buffered for a slow reader before frames are dropped."""
    unread_seconds: Count = 300
    """Seconds after which a terminal that reads nothing is disconnected."""


USUAL = Limits()


def read(path: Path) -> Limits:
    """Return the limits of a file, the usual ones where there is none.

    Raises `FileFault` that names what is wrong in the file.
    """
    try:
        table = toml(path, "a file of limits")
    except Missing:
        return USUAL
    try:
        return msgspec.convert(table, Limits)
    except msgspec.ValidationError as error:
        raise FileFault(f"{path} is no file of limits: {misfit(error)}") from None
