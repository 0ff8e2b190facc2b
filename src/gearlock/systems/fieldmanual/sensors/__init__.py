"""Sensors: Active Lock and Forward Observation."""
