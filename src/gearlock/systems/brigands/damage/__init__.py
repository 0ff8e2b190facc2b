"""5.6, 5.7 and 2.5: damage, its effects, and falls."""
