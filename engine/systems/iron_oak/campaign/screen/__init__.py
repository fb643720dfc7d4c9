"""The campaign on the screen: pages of the book, and a battle's own screen inside it."""
