"""What the rules say of a war, as plain data for programs and as lines for people."""
