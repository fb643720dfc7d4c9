"""Parts of the pond that say nothing yet: computer players find every answer worth the same."""

from __future__ import annotations

from engine.game.parts.review import Review
from engine.game.parts.thinking import Thinking
from tests.pond.state import Pond


class PondThinking(Thinking[Pond]):
    """The pond has no opinion."""


class PondReview(Review[Pond]):
    """The pond counts nothing."""
