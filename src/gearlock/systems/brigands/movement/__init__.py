"""2 and 3: movement and terrain."""
