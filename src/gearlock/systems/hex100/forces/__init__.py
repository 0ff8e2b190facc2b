"""Cards, weapons, items, and the machines and forces built from them."""
