"""A recorded battle step by step: the position in it, its timeline, and what can be exported."""
