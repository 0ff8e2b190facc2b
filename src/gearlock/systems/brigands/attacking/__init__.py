"""Chapters 5 and 6: attacks, damage and the reactions to them."""
