"""Ramming, blades, fists, jumps and other ways of moving hard."""
