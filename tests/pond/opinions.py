"""Parts of the pond that have nothing to say: to computer players every answer is worth the
same.
"""

from __future__ import annotations

from engine.game.parts.review import Review
from engine.game.parts.thinking import Thinking
from tests.pond.state import Pond


class PondThinking(Thinking[Pond]):
    """Judges nothing: all answers are worth the same."""


class PondReview(Review[Pond]):
    """Reviews nothing: the pond has no figures to show after a battle."""
