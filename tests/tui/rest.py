"""When a program in a test is at rest, and how long a test waits for what it names.

No test takes silence, or a time by the clock, for rest: a busy machine is silent for seconds.
"""

from __future__ import annotations

from typing import Any

PATIENCE = 90.0
"""Seconds after which what a test waits for will not come: only a test that fails waits so long."""


def idle(app: Any) -> bool:
    """Tell whether an application has taken all keys, and nothing moves, thinks or is drawn."""
    screen = app.screen
    session = getattr(screen, "session", None)
    terminal = getattr(app, "terminal", None)
    return bool(
        not (terminal and terminal.unread)
        and not getattr(app, "_held", False)
        and not any(getattr(session, name, False) for name in ("turning", "playing", "thinking"))
        and getattr(screen, "ready", True)
        and getattr(screen, "looked", True)
        and app._message_queue.empty()
        and screen._message_queue.empty()
    )
