"""How even a battle is: how often each side won, with the same computer player on both."""

from __future__ import annotations

import msgspec

from engine.arena.match import Winner
from engine.base.counting import counted
from engine.base.interval import wilson


class Evenness(msgspec.Struct, frozen=True):
    """Battles of one player against itself, counted by the two sides of the battle."""

    player: str
    sides: tuple[str, str]
    """The sides by name; `a` of a match has the first."""
    won: tuple[int, int] = (0, 0)
    drawn: int = 0

    @property
    def games(self) -> int:
        """The number of battles."""
        return sum(self.won) + self.drawn

    def also(self, winner: Winner) -> Evenness:
        """Return the count with one more battle; '' is a draw."""
        first, second = self.won
        return msgspec.structs.replace(
            self,
            won=(first + (winner == "a"), second + (winner == "b")),
            drawn=self.drawn + (winner == ""),
        )

    def describe(self) -> str:
        """Return the shares of all battles with their 95 % intervals, in a sentence.

        >>> Evenness("lieutenant", ("Union", "Confederacy"), (50, 40), 10).describe()
        'Measured with 100 battles of lieutenants: Union won 50 (40 to 60%), Confederacy 40 (31 to \
50%), 10 drawn (6 to 17%).'
        """
        first, second = (
            f"{side}{' won' * (not place)} {self._share(self.won[place])}"
            for place, side in enumerate(self.sides)
        )
        battles = counted(self.games, "battle")
        return (
            f"Measured with {battles} of {self.player}s: {first}, {second}, "
            f"{self.drawn} drawn ({self._span(self.drawn)})."
        )

    def _share(self, count: int) -> str:
        return f"{count} ({self._span(count)})"

    def _span(self, count: int) -> str:
        low, high = wilson(count, self.games)
        return f"{100 * low:.0f} to {100 * high:.0f}%"
