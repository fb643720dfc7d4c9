"""What the rules say of a position, as plain data for programs and as lines for people."""
