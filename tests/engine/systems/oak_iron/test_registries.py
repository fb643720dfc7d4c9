"""Every command has words, a preview and a score, or a reason for having none."""

from __future__ import annotations

from typing import get_args

from engine.systems.oak_iron.screen import preview
from engine.systems.oak_iron.screen.move_preview import card_previews, previews
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.thinking.quick_score import scores, scores_before_the_move, side_scores
from engine.systems.oak_iron.words.words import describes

MOVES = {do.Sail, do.Turn, do.Shift, do.Row, do.ChangeHeading, do.FreeTurn, do.FreeSlide}
"""Commands that are previewed and scored by the course that the ship takes."""
FIRE = {do.Fire}
"""Commands that are previewed and scored by the odds of an attack."""
NOTHING_TO_SHOW = {
    do.Pass, do.TakeRole, do.NameSquadron, do.SetSail, do.TurnWind, do.AddPiece, do.Load,
    do.Garrison, do.Reroll, do.SpendFortune, do.CarefulAim,
}  # fmt: skip
"""Commands without a preview: their words say everything, or the effect depends on dice not yet
rolled."""
AS_GOOD_AS_ANY = {
    do.TakeRole, do.Draw, do.AddPiece, do.NameSquadron, do.TurnWind, do.SetSail, do.LayAlongside,
}  # fmt: skip
"""Commands without a quick score, all of which count as equally good."""
COMMANDS = set(get_args(do.AnyCommand))


def test_every_command_is_described() -> None:
    assert describes.kinds == COMMANDS


def test_every_command_is_shown_or_has_nothing_to_show() -> None:
    assert len(preview.ROOMS) == 3  # they are imported for what they register
    shown = previews.kinds | card_previews.kinds
    assert COMMANDS - shown - MOVES - FIRE == NOTHING_TO_SHOW
    assert not shown & NOTHING_TO_SHOW


def test_every_command_is_scored_or_is_as_good_as_any() -> None:
    scored = scores.kinds | scores_before_the_move.kinds | side_scores.kinds
    assert COMMANDS - scored - MOVES - FIRE == AS_GOOD_AS_ANY
    assert not scored & AS_GOOD_AS_ANY
    assert not scores.kinds & side_scores.kinds
