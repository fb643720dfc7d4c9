"""A battle watched step by step, and its export."""
