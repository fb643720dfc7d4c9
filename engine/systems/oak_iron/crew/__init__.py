"""Crews: Crew Actions, boarding, landing, boats, reactions, attacks granted by a card.

This room imports sailing and gunnery. Steps of initiative and event cards are in `plays`.
"""
