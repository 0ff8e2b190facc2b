"""Attacks laid out for the odds tool."""
