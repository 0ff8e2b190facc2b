"""Positions laid out by hand: machines on a map, what they carry and suffer, and whose turn it is."""
