"""The campaign: a war of linked battles, a game of its own that fights those of Iron & Oak.

Iron & Oak 8.0.

Its state holds the book of both fleets and the battle that is being fought; a question of the
battle is passed on, and what follows from its answer is wrapped. Nothing outside knows of it.
"""
