"""The game systems, a folder each. None imports another; nothing else imports them by name."""
