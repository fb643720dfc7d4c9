"""Desk: what a player keeps of one battle by letters."""

from __future__ import annotations

import msgspec

from engine.post.letters import Letter, LetterChoice, Slip


class KeptChoice(msgspec.Struct, frozen=True):
    """The clear text of an own choice that was sent sealed, and what it waits for."""

    choice: LetterChoice
    owing: tuple[str, ...]
    """The other seats that still owed a secret choice when this one was made."""


class Desk(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a player stores: the own name, the latest letter, and the own secrets."""

    me: str
    held: Letter
    secret: str = ""
    """The founder's secret for the dice, until it is revealed."""
    sent: int = 0
    """The number of choices that were sent or received: later ones may be taken back."""
    kept: dict[int, KeptChoice] = {}
    """The own choices that were sent sealed, by their index in the letter."""
    day: str = ""
    """The day when the letter went out or came, as `2026-11-20`; '' where it was not noted."""
    tip: str = ""
    """The secret that the own shares of a strict battle are made of."""
    slips: tuple[Slip, ...] = ()
    """All letters of a strict battle so far, as they were sent."""
    receipt: Slip | None = None
    """The other player's receipt of the latest letter, if it came."""
    key: str = ""
    """The secret of the own signatures and salts, which is never told; '' on older desks."""
    ssh: str = ""
    """The signature of the own first key by one's SSH key, for the first letter; base64."""
    again: Slip | None = None
    """A letter of one's own that went out and seals what this desk does not have: it was restored
    from an older copy. The next letter has to be the same one."""

    @property
    def other(self) -> str:
        """The name of the other player."""
        return next(name for name in self.held.players.values() if name != self.me)

    @property
    def letter(self) -> Letter | Slip:
        """The latest letter, as it is sent."""
        return self.slips[-1] if self.slips else self.held

    @property
    def choices(self) -> tuple[LetterChoice, ...]:
        """All choices, in clear text where they are the player's own."""
        kept = self.kept
        return tuple(
            kept[number].choice if number in kept else choice
            for number, choice in enumerate(self.held.choices)
        )
