"""Finds other programs that some tests need: ssh, systemd-analyze, a browser, shells."""

from __future__ import annotations

import os
import shutil

import pytest

EVERY = "EVERY_TEST"
"""If this environment variable is set, tests whose program is missing fail instead of being
skipped.

`.ci/run`, which installs all programs, sets it."""


def program(*names: str) -> str:
    """Return the path of the first of these programs that is installed.

    If none is, skip the test; fail it if the environment variable `EVERY` is set.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        told = f"{names[0]} is not installed: .ci/run names its package"
        if os.environ.get(EVERY):
            pytest.fail(told)
        pytest.skip(told)
    return found
