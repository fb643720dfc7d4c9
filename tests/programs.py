"""Finds other programs that a few tests run: ssh, systemd-analyze, a browser, shells."""

from __future__ import annotations

import os
import shutil

import pytest

EVERY = "EVERY_TEST"
"""The environment variable that makes a missing program fail its tests.

`.ci/run`, which installs all programs, sets it.
"""


def program(*names: str) -> str:
    """Return the path of the first of these programs that is installed.

    If none is, skip the test; with the environment variable `EVERY`, fail it.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        told = f"{names[0]} is not installed: .ci/run names its package"
        if os.environ.get(EVERY):
            pytest.fail(told)
        pytest.skip(told)
    return found
