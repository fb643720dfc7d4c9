"""What every part of a series begins with: the game inside it, and who sits where."""

from __future__ import annotations

from typing import Any

from engine.game.game import Game
from engine.series.places import Places
from engine.series.state import Series


class Inside:
    """A mixin of parts: the game of the battles."""

    game: Any

    @property
    def inner(self) -> Game:
        """The game whose battles are fought."""
        inner: Game = self.game.inner
        return inner

    def places(self, view: Series) -> Places:
        """Return who sits where."""
        return Places(self.inner, view)
