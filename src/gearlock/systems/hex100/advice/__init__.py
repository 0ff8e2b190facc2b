"""Advice: what an order would mean, what a place is worth, and the odds, the same for bots and players."""
