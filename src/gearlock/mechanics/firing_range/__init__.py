"""Attacks laid out by hand on an inch table."""
