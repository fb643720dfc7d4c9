"""A series: a fixed number of battles of one game system, fought one after another for one
score.
"""
