"""Cards, weapons, items and the machines built from them."""
