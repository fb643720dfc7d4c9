"""Programs beside Python that a few tests run: ssh, systemd-analyze, a browser, shells."""

from __future__ import annotations

import os
import shutil

import pytest

EVERY = "EVERY_TEST"
"""The variable with which `.ci/run`, that installs them all, has a missing one fail its test."""


def program(*names: str) -> str:
    """Return the path of a program by the first of its names that is there.

    Where it is not installed the test is left out, and fails where every test is to run.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        told = f"{names[0]} is not installed: .ci/run names its package"
        if os.environ.get(EVERY):
            pytest.fail(told)
        pytest.skip(told)
    return found
