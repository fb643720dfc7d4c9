"""Rows of a game system to lines of a panel; prompts and hints."""
