"""A recorded battle step by step: its position, its timeline, and exports."""
