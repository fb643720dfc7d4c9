"""The battle in words: the log, the story, commands, and explanations of terms."""
