"""Imports every module once, so that code that runs during an import is measured."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import engine
import tui

for room in (engine, tui):
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        if not found.name.endswith(".__main__"):
            import_module(found.name)
