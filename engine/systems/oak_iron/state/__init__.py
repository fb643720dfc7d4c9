"""The state of a battle as frozen structs: ships, squadrons, commands, events, steps.

Plain data and questions that it answers about itself. Rules, prompts and options stay out.
"""
