"""Squadrons written by hand or built on a screen: drafts, their faults, their files.

It works for any game system: it imports `engine.base`, `engine.game` and the registry of systems.
"""
