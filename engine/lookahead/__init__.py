"""What players and game systems look ahead with: quick choices, playouts, races of answers.

All of it is generic: a game is given, and asked through the contract. `engine.base` and
`engine.game` come in.
"""
