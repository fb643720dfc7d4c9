"""What is said: the log, the reference, the terms that matter now."""
