"""The scenario cards by kind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.oak_iron.facts import Condition, Deployment, Setting
from engine.oak_iron.plan import Kind
from engine.oak_iron.records import book

ScenarioCard = Setting | Deployment | Condition


def card_of(kind: Kind, card: str) -> ScenarioCard:
    """Return the record of a scenario card."""
    known = book()
    decks: dict[Kind, Mapping[str, ScenarioCard]] = {
        "setting": known.settings,
        "deployment": known.deployments,
        "condition": known.conditions,
    }
    return decks[kind][card]
