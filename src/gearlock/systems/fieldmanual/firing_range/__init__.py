"""Attacks laid out by hand on a bare table, for the odds tool."""
