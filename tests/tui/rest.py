"""When a program in a test is at rest, and how long a test waits for what it names.

No test takes silence, or a time by the clock, for rest: a busy machine is silent for seconds.
"""

from __future__ import annotations

from typing import Any

PATIENCE = 90.0
"""Seconds after which what a test waits for will not come: only a test that fails waits so long."""


def drawn(screen: object) -> bool:
    """Tell whether a screen takes keys and no drawing is due; one of Textual's own always does."""
    return bool(getattr(screen, "ready", True) and not getattr(screen, "_due", None))


def at_rest(app: Any) -> bool:
    """Tell whether an application has taken all keys and drawn what they did; a computer may still
    think, and a picture move.
    """
    screen, driver = app.screen, app._driver
    # Keys that were read together wait in the driver, each for its own turn, when one was dear.
    untaken = getattr(driver, "terminal", None) and (
        driver.terminal.unread or driver._keys or driver._keyboard.due is not None
    )
    return bool(
        not untaken
        and drawn(screen)
        and app._message_queue.empty()
        and screen._message_queue.empty()
    )


def idle(app: Any) -> bool:
    """Tell whether an application has taken all keys, and nothing moves, thinks or is drawn."""
    screen = app.screen
    session = getattr(screen, "session", None)
    picture = getattr(getattr(getattr(screen, "course", None), "stage", None), "waits", False)
    moving = ("turning", "thinking") if picture else ("turning", "playing", "thinking")
    return bool(
        not getattr(app, "_held", False)
        and not any(getattr(session, name, False) for name in moving)
        and getattr(screen, "looked", True)
        and at_rest(app)
    )
