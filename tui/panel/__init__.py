"""Turns the rows of a game system into lines beside the chart: panels, prompts, hints, advice.

It knows rows, decisions and keys, but neither screens nor the flow of a battle.
"""
