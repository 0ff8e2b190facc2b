"""Ramming and Unintentional Impacts."""
