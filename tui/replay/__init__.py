"""A replay: a recorded battle step by step, with a timeline, notes, branches and exports."""
