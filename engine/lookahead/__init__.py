"""Looking ahead, for players and game systems: quick choices, playouts, races of answers.

All of it is generic: it gets a game and uses the contract. It imports `engine.base` and
`engine.game`.
"""
