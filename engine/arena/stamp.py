"""What the results of a match depend on besides the match itself: versions, records, the start."""

from __future__ import annotations

import msgspec

from engine import __version__
from engine.arena.match import Match
from engine.kernel.codec import codec
from engine.kernel.registry import system


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """A fingerprint: two machines that give a match the same stamp give it the same results."""

    program: str
    """The version of Weather Gage."""
    rules: str
    data: str
    start: str
    """A hash of the initial state, which depends on the squadron files too."""


def stamp(match: Match) -> Stamp:
    """Return the stamp of a match on this machine.

    Raises `SetUpFault` or `FileFault` when it cannot be set up.
    """
    game = system(match.game)
    start = game.set_up(match.scenario, match.options)
    return Stamp(
        program=__version__,
        rules=game.rules_version,
        data=game.data_version,
        start=codec(game).hash(start),
    )


def difference(there: Stamp, here: Stamp) -> str:
    """Return the first difference between two stamps in words; '' when they are equal.

    The order is that of cause: another program may have other rules, those other records.
    """
    if there.program != here.program:
        return f"Weather Gage {there.program} there, {here.program} here"
    if there.rules != here.rules:
        return f"version {there.rules} of the rules there, {here.rules} here"
    if there.data != here.data:
        return f"records {there.data} there, {here.data} here"
    return "the squadrons or the set-up are not the same" if there.start != here.start else ""
