"""The rows of a game system become lines beside the chart: panels, prompts, hints, advice.

Knows rows, decisions and keys; nothing of a screen or a battle's course.
"""
