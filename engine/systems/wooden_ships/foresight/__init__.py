"""What may come of an order, over all that the enemy may plot; exact, and of views alone."""
