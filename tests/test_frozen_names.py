"""The names in battle files stay the same when code is renamed, so that old files can still be
read.
"""

from __future__ import annotations

import pytest

from tests.frozen_names import frozen, now

NOW = now()


@pytest.mark.parametrize("name", NOW)
def test_every_frozen_name_is_still_read(name: str) -> None:
    assert frozen(name)
    gone = sorted(set(frozen(name)) - set(NOW[name]))
    assert not gone, "old battle files are written in these names"


@pytest.mark.parametrize("name", NOW)
def test_every_name_of_today_is_frozen(name: str) -> None:
    new = sorted(set(NOW[name]) - set(frozen(name)))
    assert not new, "`python -m tests.frozen_names` freezes them"
