"""Scores with reasons for every answer to a decision: a module for each kind of decision.

What goes in: a function from a view and a decision to its advice, entered in `advise`. Figures
that several decisions need belong in `measure`.
"""
