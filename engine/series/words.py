"""The words of a series: those of its battles, and a line where each begins and ends."""

from __future__ import annotations

from typing import Any

from engine.base.text import correct_grammar, winning
from engine.game.game import titled
from engine.game.parts.words import Diagram, Happening, Landmark, Term, Words
from engine.series.game import Inside
from engine.series.state import BattleBegan, BattleEnded, InBattle, Series, score


class SeriesWords(Inside, Words[Series]):
    """The words of the battles, and a line where each of them begins and ends."""

    def tell(self, before: Series, event: Any, seat: str) -> str:
        """Return one line about an event as a seat may know it."""
        places = self.places(before)
        match event:
            case InBattle(happened):
                return self.inner.words.tell(before.battle, happened, places.inside(seat))
            case BattleEnded(row):
                who = winning(row.winner) if row.winner else "it is a draw"
                stands = score((*before.rows, row))
                why = correct_grammar(row.reason)
                return f"Battle {row.number} is over, {who}: {why}. The score is {stands}"
            case BattleBegan(number):
                title = titled(self.inner, before.plan.scenario(number)).title
                return f"Battle {number} begins: {title}"
        return ""

    def landmarks_of(self, event: Any) -> tuple[Landmark, ...]:
        """Return the landmarks of an event of the current battle."""
        return self.inner.words.landmarks_of(event.happened) if isinstance(event, InBattle) else ()

    def happening(self, before: Series, event: Any) -> Happening | None:
        """Return the story's sentence about an event of the current battle."""
        if not isinstance(event, InBattle):
            return None
        return self.inner.words.happening(before.battle, event.happened)

    def voice(self, before: Series, event: Any) -> Happening | None:
        """Return what is said of an event of the current battle."""
        if not isinstance(event, InBattle):
            return None
        return self.inner.words.voice(before.battle, event.happened)

    def describe(self, state: Series, command: Any) -> str:
        """Return a command in words."""
        return self.inner.words.describe(state.battle, command)

    def terms(self) -> tuple[Term, ...]:
        """Return the reference of the game."""
        return self.inner.words.terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams of the game."""
        return self.inner.words.diagrams()

    def terms_of(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the terms of a ship or of a piece of terrain."""
        return self.inner.words.terms_of(view.battle, key)

    def terms_now(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the terms that matter now."""
        return self.inner.words.terms_now(view.battle, key)

    def terms_asked(self, view: Series, kind: str) -> tuple[str, ...]:
        """Return the terms of the question of the battle."""
        return self.inner.words.terms_asked(view.battle, kind)

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the ids of the terms that a text on the screen names."""
        return self.inner.words.named_in(text)
