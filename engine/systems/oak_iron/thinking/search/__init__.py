"""What the admiral's search needs of this game: determinization, playout policy, luck, a score.

The search itself knows no game and is in `engine.players`.
"""
