"""PlainVoices: what is said aboard, in lines; off until the word `voices` is typed."""

from __future__ import annotations

from engine.base.errors import SetUpFault
from engine.kernel.seen import SeenBattle
from engine.review.voices import Speaker


class PlainVoices:
    """The voices of one battle in lines, at a table or in a replay."""

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._speaker: Speaker | None = None

    def switch(self) -> str:
        """Switch the voices on or off; return a sentence about that.

        If the table of voices is damaged they stay off, and the sentence says why.
        """
        if self._speaker:
            self._speaker = None
            return "Voices are off."
        speaker = Speaker(self.battle)
        try:
            speaker.check()
        except SetUpFault as fault:
            return f"No voices: {fault}."
        self._speaker = speaker
        return "Orders and reports are printed with the log. Type voices again to stop them."

    def spoken(self, n: int) -> list[str]:
        """Return what is said aboard in an entry; [] while voices are off."""
        return self._speaker.spoken(n) if self._speaker and n else []
