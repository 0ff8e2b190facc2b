"""Positions laid out by hand."""
