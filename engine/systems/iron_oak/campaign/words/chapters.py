"""The chapters of a campaign: set-up, each battle, each aftermath."""

from __future__ import annotations

from engine.systems.iron_oak.campaign.state.state import State


def chapter(state: State) -> str:
    """Return the chapter that a state belongs to: `battle 3`, `after battle 3`, `set-up`."""
    fought = len(state.rows)
    if state.phase in {"set_up", "battle"}:
        return f"battle {state.number}"
    if state.phase == "commit" and fought + 1 <= state.number:
        return f"battle {state.number}"
    return f"after battle {fought}" if fought else "set-up"
