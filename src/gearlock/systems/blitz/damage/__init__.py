"""9: damage: what hits do, what goes on burning, and what is left."""
