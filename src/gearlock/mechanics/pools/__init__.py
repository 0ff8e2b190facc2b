"""Dice rolled in pools: the lines that make them, how they are told, and the one more die of a marginal hit."""
