"""A fixture that all tests of a host use."""

from __future__ import annotations

import pytest

from engine.hosting import thinkers


@pytest.fixture(autouse=True)
def workers_that_do_not_stand_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes run with normal priority; otherwise, on a busy machine, a proof of one
    second takes minutes.

    The workers of a host usually give way to all other programs, not only to the host.
    """
    monkeypatch.setattr(thinkers, "NICENESS", 0)
