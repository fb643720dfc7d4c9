"""BattleParts: what works at a battle beside its screen. It knows a display, and no screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tui.battle.course import BattleCourse
from tui.battle.forecast import Forecast
from tui.battle.keys.battle_keys import BattleKeys
from tui.battle.panel import Panel
from tui.battle.prompt import Prompt
from tui.battle.session import BattleSession, Display
from tui.screens.game_app import GameApp


class BattleParts(NamedTuple):
    """What brings a session on, and what says how it stands."""

    forecast: Forecast
    course: BattleCourse
    prompt: Prompt
    panel: Panel
    keys: BattleKeys


SitDown = Callable[[Any, GameApp, Display], BattleParts]
"""Makes all that works at a session of an application, for what shows it."""


def sit_down(  # noqa: PLR0913 - where it is shown, and by keyword who works, each the usual one
    session: BattleSession,
    app: GameApp,
    display: Display,
    *,
    course: Callable[..., BattleCourse] = BattleCourse,
    prompt: Callable[..., Prompt] = Prompt,
    panel: Callable[..., Panel] = Panel,
    keys: Callable[..., BattleKeys] = BattleKeys,
) -> BattleParts:
    """Return the parts that work at a session; a battle that goes another way names its own."""
    forecast = Forecast(session)
    way = course(session, forecast, app, display)
    beside = panel(session, forecast, way.advice, app)
    said = prompt(session, forecast, way.advice, app.keymap)
    return BattleParts(forecast, way, said, beside, keys(way, beside))
