"""Squadrons written by hand or built on a screen: drafts, their faults, their files."""
