"""15.0 to 15.3, 15.6, 15.7: commanders, formation, and the points they spend."""
