"""Battles by letters: screens for the list, the form, received letters, and play."""
