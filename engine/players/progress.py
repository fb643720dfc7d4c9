"""What a player that thinks for long says meanwhile: how far it is, and what looks best by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Progress(NamedTuple):
    """A search under way."""

    rounds: int
    """Rounds played, each with all answers that are still in it."""
    running: int
    """Answers that may still turn out best."""
    best: str
    """The best answer by now, in words; '' for a secret question: others may read along."""

    @property
    def words(self) -> str:
        """What a prompt says of it.

        >>> Progress(3, 4, "Hold fire").words
        'round 3, 4 answers left, best by now: Hold fire'
        >>> Progress(1, 1, "").words
        'round 1'
        """
        left = f", {self.running} answers left" if self.running > 1 else ""
        best = f", best by now: {self.best}" if self.best else ""
        return f"round {self.rounds}{left}{best}"


Hears = Callable[[Progress], None]
"""Who is told; called in the thread in which the player thinks."""


def listen(player: Any, hears: Hears | None) -> None:
    """Let a player tell somebody how far it is, if it is one that does; None: nobody any more."""
    if hasattr(player, "hears"):
        player.hears = hears
