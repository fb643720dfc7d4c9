"""Every text and picture for each kind of event and command, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.family.samples import kinds
from tests.family.systems import Told


def lines(told: Told) -> Iterator[str]:
    """Yield the lines of a game; those for a kind of event or command follow its name."""
    _, commands, events = told.game.types
    for last in (False, True):
        for kind in kinds(events):
            event = told.samples.of(kind, last)
            yield f"{kind.__name__} {'last' if last else 'first'}"
            yield from (f"  {line}" for line in _of_event(told, event) if line)
        for kind in kinds(commands):
            command = told.samples.of(kind, last)
            yield f"{kind.__name__} {'last' if last else 'first'}"
            yield f"  {told.game.words.describe(told.state, command)}"


def _of_event(told: Told, event: Any) -> Iterator[str]:
    game, state = told.game, told.state
    seats = [seat.key for seat in game.seats(state)][:2]
    texts = {seat: game.words.tell(state, event, seat) for seat in (*seats, "")}
    if len(set(texts.values())) == 1:
        yield texts[""]
    else:
        yield from (f"{seat or 'watcher'}: {text or '-'}" for seat, text in texts.items())
    yield _shown("seen", game.screen.spectacle(state, event))
    yield _shown("plate", game.screen.tableau(state, event))
    yield _shown("meets", game.screen.meeting(state, event))
    yield _shown("holds", game.undo_barrier((event,)))


def _shown(what: str, thing: Any) -> str:
    return f"{what}: {thing}" if thing else ""
