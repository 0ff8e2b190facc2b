"""The orders of jamming, hacking, networks and EMP."""
