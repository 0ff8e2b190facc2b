"""Measurement, arcs, Lock, Concealment and Cover."""
