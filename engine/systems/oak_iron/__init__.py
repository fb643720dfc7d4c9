"""The rules of Oak & Iron, a package (a room) for each chapter; `game.py` is the entry point."""
