"""File descriptors: how many files and connections this process can still open."""

from __future__ import annotations

import os

try:
    import resource
except ImportError:  # this system has no limit on descriptors that can be read
    resource = None  # type: ignore[assignment]  # `None` says so

MOST = 4096
"""Descriptors that a host asks the system for."""
KEPT = 64
"""Descriptors kept free for battle files, the log, and connections just accepted."""
OPEN = "/dev/fd"
"""The folder that lists the open descriptors of this process."""


def ask_for_more() -> None:
    """Raise the soft limit of this process to `MOST`, as far as the hard limit allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def scarce() -> bool:
    """Tell whether so few are left that no further connection should be accepted."""
    if resource is None or not os.path.isdir(OPEN):
        return False
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        return soft != resource.RLIM_INFINITY and soft - len(os.listdir(OPEN)) < KEPT
    except OSError:  # no descriptor is left to list the folder with
        return True
