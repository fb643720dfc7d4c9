"""How the rules of a war run: its agenda, what a side may see. Nothing here is a rule."""
