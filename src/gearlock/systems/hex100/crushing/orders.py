"""The orders of ramming, blades and jumps."""
