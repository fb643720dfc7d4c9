"""Turns the rows of a game system into lines beside the chart: panels, prompts, hints, advice.

It knows rows, decisions and keys, but no screen and no course of a battle.
"""
