"""Silhouette dice: the best die of a skill, one more for each further six, nothing for a fumble."""
