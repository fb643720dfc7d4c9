"""When a program in a test counts as idle, and how long a test waits.

No test takes silence or a fixed time for idleness, because a busy machine may be silent for
seconds.
"""

from __future__ import annotations

from typing import Any

PATIENCE = 90.0
"""Seconds after which something that a test waits for will not happen. Only a test that fails waits
so long."""


def drawn(screen: object) -> bool:
    """Tell whether a screen accepts keys and has drawn everything; always True for a screen of
    Textual itself.
    """
    return bool(getattr(screen, "ready", True) and not getattr(screen, "_due", None))


def at_rest(app: Any) -> bool:
    """Tell whether an application has processed all keys and drawn their effects; a computer player
    may still think, and an animation run.
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
    """Tell whether an application has processed all keys, and nothing is animated, computed or
    drawn.
    """
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
