"""What an admiral foresees: that the others seal what captains would in their place.

So an admiral thinks of captains, and they of lieutenants. Only what his seat may know is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.base.dice import Dice
from engine.game.answer import Answer
from engine.game.decided import folded
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Fill, Sheet
from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advice.trials import open_sheet, raced, unsealed

FORESEEN = 0.75
"""How often the others are taken for captains; else they do what looks best at a glance, as not
everybody thinks alike."""


def foreseen(game: Game[State], view: State, question: Question, luck: Random) -> State:
    """Return a state that a view allows; most times the others have sealed their sheets in it."""
    state = unsealed(view)
    if luck.random() >= FORESEEN:
        return state
    for each in game.pending(state):
        if isinstance(each, Sheet) and each.seat != question.seat and each.kind == question.kind:
            draft = dict(_as_a_captain(view, game, each.seat, each.kind))
            if draft and not game.answering.faults(state, each, draft):
                events = game.decide(state, each.seat, Fill(each.id, draft), Dice(0))
                state = folded(state, events, game.evolve).states[-1]
    return state


@cached_per_state
def _as_a_captain(view: State, game: Game[State], seat: str, kind: str) -> Mapping[str, Answer]:
    """Return the draft that a captain would seal in another seat, by what one knows of it."""
    theirs = game.view(unsealed(view), seat)
    sheet = open_sheet(theirs, game, seat, kind)
    tried = raced(theirs, game, sheet) if sheet else ()
    return max(tried, key=lambda each: each.gain).advice.draft if tried else {}
