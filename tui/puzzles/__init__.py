"""Puzzles: their list, one on the chart, and what a person has made of them."""
