"""What there is to see of a command: its acts in turn, and the pictures that are told about."""
