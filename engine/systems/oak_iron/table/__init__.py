"""What the table rules say of places: formation."""
