"""The form for setting up a new battle: its rows, the words typed for them, the squadrons."""
