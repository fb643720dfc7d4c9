"""How the rules run: agenda, sealed sheets, what a seat may see. Nothing here is a rule."""
