"""The cards, weapons and items from the decoded tables of the book: run once, and again when a reading changes."""
