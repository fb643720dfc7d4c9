"""The state of a battle as frozen structs: ships, squadrons, commands, events, steps.

Plain data and simple queries on it. Rules, and the questions that players are asked, are elsewhere.
"""
