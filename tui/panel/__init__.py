"""Turns rows, in which a game says what to show, into lines beside the chart: panels, prompts,
hints, advice.

This package knows rows, decisions and keys, but neither screens nor the flow of a battle.
"""
