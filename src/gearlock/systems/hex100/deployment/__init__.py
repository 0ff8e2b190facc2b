"""Battles to choose from: maps, forces, how they are won."""
