"""Where the parts of a series are found, beside its rules."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.game.game import Game
from engine.series.state import Series

if TYPE_CHECKING:
    from engine.series.screen import SeriesScreen
    from engine.series.telling import SeriesAnswering, SeriesPositions, SeriesReview, SeriesWords
    from engine.series.thinking import SeriesThinking


class SeriesParts(Game[Series[Any], Any, Any]):
    """The parts of a series, each imported when it is first asked for."""

    inner: Game[Any, Any, Any]
    """The game whose battles they are."""

    @cached_property
    def words(self) -> SeriesWords:
        """What is told and explained."""
        from engine.series.telling import SeriesWords

        return SeriesWords(self)

    @cached_property
    def screen(self) -> SeriesScreen:
        """What is shown."""
        from engine.series.screen import SeriesScreen

        return SeriesScreen(self)

    @cached_property
    def answering(self) -> SeriesAnswering:
        """What is said of an answer before it is given."""
        from engine.series.telling import SeriesAnswering

        return SeriesAnswering(self)

    @cached_property
    def thinking(self) -> SeriesThinking:
        """What answers are worth."""
        from engine.series.thinking import SeriesThinking

        return SeriesThinking(self)

    @cached_property
    def review(self) -> SeriesReview:
        """What the battles amount to."""
        from engine.series.telling import SeriesReview

        return SeriesReview(self)

    @cached_property
    def positions(self) -> SeriesPositions:
        """What the rules say of the battle."""
        from engine.series.telling import SeriesPositions

        return SeriesPositions(self)
