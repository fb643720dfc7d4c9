"""Evenings that differ from a plain battle: lessons, puzzles, battles by mail."""
