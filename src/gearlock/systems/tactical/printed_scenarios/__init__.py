"""4.3: the six printed scenarios."""
