"""Every command has its words, and what is shown and scored of it, or its reason for none."""

from __future__ import annotations

from typing import get_args

from engine.systems.oak_iron.screen import preview
from engine.systems.oak_iron.screen.move_preview import card_previews, previews
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.thinking.quick_score import scores, scores_before_the_move, side_scores
from engine.systems.oak_iron.words.words import describes

MOVES = {do.Sail, do.Turn, do.Shift, do.Row, do.ChangeHeading, do.FreeTurn, do.FreeSlide}
"""Shown and scored by the course that they take."""
FIRE = {do.Fire}
"""Shown and scored by the odds of an attack."""
NOTHING_TO_SHOW = {
    do.Pass, do.TakeRole, do.NameSquadron, do.SetSail, do.TurnWind, do.AddPiece, do.Load,
    do.Garrison, do.Reroll, do.SpendFortune, do.CarefulAim,
}  # fmt: skip
"""All that they do stands in their words, or hangs on dice that are not rolled yet."""
AS_GOOD_AS_ANY = {
    do.TakeRole, do.Draw, do.AddPiece, do.NameSquadron, do.TurnWind, do.SetSail, do.LayAlongside,
}  # fmt: skip
"""A rule of thumb has no opinion of them."""
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
