"""What crews do: Crew Actions, boarding, landing, boats, reactions, attacks that a card grants.

Built on sailing and gunnery. Steps that an initiative or event card asks for are in `plays`.
"""
