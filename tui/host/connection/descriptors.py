"""Descriptors: how many files and connections this process can still open."""

from __future__ import annotations

import os

try:
    import resource
except ImportError:  # this system has no such limit
    resource = None  # type: ignore[assignment]

MOST = 4096
"""Descriptors that a host asks for."""
KEPT = 64
"""Descriptors that stay free for battles, for the log, and for who has just been accepted."""
OPEN = "/dev/fd"
"""The folder that holds what this process has open."""


def ask_for_more() -> None:
    """Raise the limit of this process as far as it may by itself."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def scarce() -> bool:
    """Tell whether so few are left that nobody else should come in."""
    if resource is None or not os.path.isdir(OPEN):
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        return soft != resource.RLIM_INFINITY and soft - len(os.listdir(OPEN)) < KEPT
    except OSError:  # not even one is left
        return True
