"""What holds for every test of a host."""

from __future__ import annotations

import pytest

from engine.hosting import thinkers


@pytest.fixture(autouse=True)
def workers_that_do_not_stand_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give workers their share of a busy machine: standing back, a proof of a second takes minutes.

    A host's workers stand back behind all other programs, not only behind the host.
    """
    monkeypatch.setattr(thinkers, "NICENESS", 0)
