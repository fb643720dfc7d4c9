"""Kinds of sittings that differ from a plain battle: lessons, puzzles, battles by mail."""
