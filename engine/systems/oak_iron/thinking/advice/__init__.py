"""Scores with reasons for the answers to a question: a module for each kind of question.

Each function takes a view and a decision and returns advice; `advise` lists these functions.
Figures that several kinds of question need belong in `measure`.
"""
