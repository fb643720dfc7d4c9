"""BattleParts: the objects that work at a battle beside its screen. They know the screen only as a
`Display`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.sitting.adviser import Forecast
from tui.battle.course import BattleCourse
from tui.battle.keys.battle_keys import BattleKeys, KeysOf
from tui.battle.others import Others
from tui.battle.panel import Panel, Told
from tui.battle.prompt import HintsOf, Prompt, default_hints
from tui.battle.session import BattleSession, Display
from tui.screens.game_app import GameApp


class BattleParts(NamedTuple):
    """The objects that advance a session, and those that describe it."""

    forecast: Forecast
    course: BattleCourse
    others: Others
    prompt: Prompt
    panel: Panel
    keys: BattleKeys


SitDown = Callable[[Any, GameApp, Display], BattleParts]
"""A function that creates all parts of a session, for a display."""


def sit_down(  # noqa: PLR0913 - where it is shown, and by keyword what another evening has besides
    session: BattleSession,
    app: GameApp,
    display: Display,
    *,
    onward: Callable[[], None] = lambda: None,
    told: Told | None = None,
    guides: bool = True,
    hints: HintsOf = default_hints,
    keys: KeysOf | None = None,
) -> BattleParts:
    """Return the parts of a session.

    `onward` is called after an action that ends the sitting, such as leaving a finished lesson,
    `told` returns rows above the cards, `hints` the keys in the key line, and `keys` handlers that
    take precedence over those of any battle. Without `guides` there is no guidance in the first
    turns.
    """
    forecast = Forecast(session)
    course = BattleCourse(session, forecast, app, display, onward)
    panel = Panel(session, forecast, course.advice, app, course.reader, told, guides)
    prompt = Prompt(session, forecast, course.advice, app.keymap, hints)
    return BattleParts(
        forecast, course, Others(course), prompt, panel, BattleKeys(course, panel, keys)
    )
