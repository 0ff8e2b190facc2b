"""Attacks, blast weapons and scattering, artillery, and reserves that answer them."""
