"""3.4.4: incendiary effects: what goes on burning on units, and fires on the ground."""
