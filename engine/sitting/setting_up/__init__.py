"""The form of a new battle: its rows, their typed words, the squadrons."""
