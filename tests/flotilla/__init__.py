"""Flotilla: a game system of two boats a side whose orders are sheets, filled in secret."""
