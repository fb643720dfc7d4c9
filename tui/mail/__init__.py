"""Battles by letters: the desk where they are kept, and the screen on which they are played."""
