"""The scenario cards by kind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.oak_iron.facts import Deployment, Setting
from engine.oak_iron.plan import Kind
from engine.oak_iron.records import book

ScenarioCard = Setting | Deployment


def card_of(kind: Kind, card: str) -> ScenarioCard:
    """Return the record of a scenario card."""
    known = book()
    decks: dict[Kind, Mapping[str, ScenarioCard]] = {
        "setting": known.settings,
        "deployment": known.deployments,
    }
    return decks[kind][card]
