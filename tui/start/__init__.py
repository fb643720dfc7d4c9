"""How a battle begins or continues: the opening menu, the set-up, the list of saved battles.

Reading and writing the files is in `engine.files`.
"""
