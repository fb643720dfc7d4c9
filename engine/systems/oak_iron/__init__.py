"""The rules of Oak & Iron, a room for each chapter; `game.py` is the entry."""
