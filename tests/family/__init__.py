"""What is registered by type is tested by type: a new member without its line is named."""
