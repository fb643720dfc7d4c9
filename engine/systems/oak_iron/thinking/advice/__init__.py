"""Scores with reasons for every answer to a decision: a module for each kind of decision.

A function takes a view and a decision and returns advice; it is registered in `advise`. Figures
shared by several decisions belong in `measure`.
"""
