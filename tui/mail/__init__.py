"""Battles by letters: the desk that holds one player's side, and the screen to play on it."""
