"""What holds of a ship: where she lies, what state she is in, what she is snagged with."""
