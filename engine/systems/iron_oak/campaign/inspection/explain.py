"""`inspect` of a war for people: chances in percent, reasons in words."""

from __future__ import annotations

from typing import Any

from engine.systems.iron_oak.campaign.inspection.inspect import WAR, inspect
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.inspection import explain as explain_battle
from engine.systems.iron_oak.inspection import percent


def explain(view: State, subject: str = "") -> dict[str, Any]:
    """Return what the rules say of a ship, of the `war`, or of all, in words."""
    if view.battle is not None and subject != WAR:
        return explain_battle(view.battle, subject)
    return {
        id: _in_percent(facts) if id == WAR else _ship(facts)
        for id, facts in inspect(view, subject).items()
    }


def _ship(facts: dict[str, Any]) -> dict[str, Any]:
    crew, points = facts["crew"], facts["refit"]
    return {
        **facts,
        "crew": f"{crew['aboard']} of {crew['full']}"
        + (", too few to be sent" if crew["short_handed"] else ""),
        "battles": {
            number: "may be sent" if each["legal"] else f"no, {each['why_not']}"
            for number, each in facts["battles"].items()
        },
        "refit": f"{points['repair']} for Hits and shields, {points['critical']} for critical "
        f"hits, {points['crew']} for her crew",
    }


def _in_percent(value: Any) -> Any:
    """Return facts with every chance in percent: those are the only fractions there."""
    if isinstance(value, float):
        return percent(value)
    if isinstance(value, dict):
        return {key: _in_percent(each) for key, each in value.items()}
    return value
