"""Squadrons on paper: catalogue, reading, points, every fault against the building rules."""
