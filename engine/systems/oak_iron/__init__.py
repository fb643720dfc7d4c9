"""The rules of Oak & Iron, a room a chapter; `game.py` is the door."""
