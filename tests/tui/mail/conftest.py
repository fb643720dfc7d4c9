"""A letter that answers by itself is written where the program was started."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def started_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
