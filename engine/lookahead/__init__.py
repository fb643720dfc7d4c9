"""Looking ahead, for players and game systems: quick choices, playouts, races of answers.

It works for any game system, through the interface of `engine.game`. It imports `engine.base` and
`engine.game`.
"""
