"""Words that the program uses and no rulebook has: the coach and the computer players."""

from __future__ import annotations

from engine.game.parts.words import OF_PROGRAM, Term

_MEANINGS: dict[str, str] = {
    "Coach": "In battles against the computer, a voice that warns you before an order that is much "
    "worse than the best one. Say yes, and the order is given. The line `Coach` of the settings "
    "turns it on or off; at first it speaks in your first three battles of each game.",
    "Ensign": "A computer player, the weakest of four: takes any legal answer, at random. Stronger "
    "are lieutenant, captain and admiral.",
    "Lieutenant": "A computer player, the second of four by strength: looks one move ahead. Weaker "
    "is the ensign; stronger are captain and admiral.",
    "Captain": "A computer player, the third of four by strength: plans with the enemy's reply and "
    "the turn after. Weaker are ensign and lieutenant; stronger is the admiral.",
    "Admiral": "A computer player, the strongest of four: compares many answers for a second by "
    "playing on from each. Weaker are ensign, lieutenant and captain.",
}
"""{word: what it means}."""


def program_terms() -> tuple[Term, ...]:
    """Return the terms of the program, for the reference of each game."""
    return tuple(
        Term(f"program_{name.lower()}", name, OF_PROGRAM, (text,))
        for name, text in _MEANINGS.items()
    )
