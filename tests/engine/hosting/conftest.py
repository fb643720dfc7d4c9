"""What holds for every test of the host's heart."""

from __future__ import annotations

from tests.tui.host.conftest import workers_that_do_not_stand_back

__all__ = ["workers_that_do_not_stand_back"]
