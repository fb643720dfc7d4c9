"""Widgets that draw lines of cells and repaint only what changed."""
