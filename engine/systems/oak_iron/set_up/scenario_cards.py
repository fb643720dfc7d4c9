"""The scenario cards by kind: settings, deployments, advantages and conditions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Condition, Deployment, Setting
from engine.systems.oak_iron.state.plan import Kind

ScenarioCard = Setting | Deployment | Condition


def card_of(kind: Kind, card: str) -> ScenarioCard:
    """Return the record of a scenario card by its kind and id."""
    known = book()
    decks: dict[Kind, Mapping[str, ScenarioCard]] = {
        "setting": known.settings,
        "deployment": known.deployments,
        "condition": known.conditions,
    }
    return decks[kind][card]
