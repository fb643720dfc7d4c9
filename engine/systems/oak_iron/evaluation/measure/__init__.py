"""Figures about a position, a module a figure: expected harm, danger, reach, boarding odds."""
