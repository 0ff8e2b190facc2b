"""Placing: where models and markers may be put, and how such places are found."""
