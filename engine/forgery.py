"""A battle file that the rules never wrote makes them trip: the fault is the file's then.

The checksums of a file hold off damage, not a forger, and what he wrote may be anything that
is of the right types. Whoever shows what is in a file does it under `blaming`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.errors import FileFault, WeatherGageError

if TYPE_CHECKING:
    from engine.battle import Battle


@contextmanager
def blaming(battle: Battle | None) -> Iterator[None]:
    """Turn an error that a forged battle leads to into a `FileFault` that names its file.

    An error over a battle that is right, as far as can be proved, stays the program's own.
    """
    try:
        yield
    except (WeatherGageError, OSError):
        raise
    except Exception as error:
        if battle is None or battle.path is None or battle.verify().ok:
            raise
        raise FileFault(f"{battle.path} tells what cannot have happened ({error!r})") from error
