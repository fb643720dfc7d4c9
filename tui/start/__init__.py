"""How a battle begins or continues: the opening menu, the set-up, the list of saved battles.

Screens that lead to a battle, and the functions that begin one. Files are in `engine.files`.
"""
