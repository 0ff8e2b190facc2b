"""Jamming, hacking, networks and EMP."""
