"""The scenario cards by kind."""

from __future__ import annotations

from engine.oak_iron.facts import Deployment
from engine.oak_iron.plan import Kind
from engine.oak_iron.records import book


def card_of(kind: Kind, card: str) -> Deployment:
    """Return the record of a scenario card."""
    return book().deployments[card]
