"""Settings for all tests of the host (without a network)."""

from __future__ import annotations

from tests.tui.host.conftest import workers_that_do_not_stand_back

__all__ = ["workers_that_do_not_stand_back"]
