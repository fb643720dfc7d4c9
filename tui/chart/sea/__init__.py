"""Marks in plane coordinates become character cells. Nothing here knows a game or a toolkit."""
