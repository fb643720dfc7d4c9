"""A battle file that the rules never wrote makes them trip: the fault is the file's then.

The checksums of a file hold off damage, not a forger, and what he wrote may be anything that
is of the right types. Whoever shows what is in a file does it under `blaming`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, WeatherGageError
from engine.kernel.ledger import UNPROVED

if TYPE_CHECKING:
    from engine.kernel.battle import Battle


@contextmanager
def blaming(battle: Battle | None) -> Iterator[None]:
    """Turn an error that a forged battle leads to into a `FileFault` that names its file.

    An error over a battle that is right, as far as can be proved, stays the program's own.
    """
    try:
        yield
    except Exception as error:
        fault = blamed(battle, error)
        if fault is error:
            raise
        raise fault from error


def blamed(battle: Battle | None, error: Exception) -> Exception:
    """Return an error, or the `FileFault` that it comes to over a battle that is not right."""
    if isinstance(error, WeatherGageError | OSError) or battle is None or battle.path is None:
        return error
    verdict = battle.verify()
    if verdict.ok or verdict.text == UNPROVED:
        return error
    rules = battle.game.rules_version
    what = "what cannot have happened" if battle.header.rules == rules else "of other rules"
    return FileFault(f"{battle.path} tells {what} ({error!r})")
