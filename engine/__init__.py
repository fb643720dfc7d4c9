"""The engine of Weather Gage: battles as events, without a terminal."""

__version__ = "1.1.0"
