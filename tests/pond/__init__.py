"""Pond: the game system of docs/adding-a-game.md, found here without a package of its own."""

from engine.kernel.registry import register
from tests.pond.game import PondGame

register(PondGame())
