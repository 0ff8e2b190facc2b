"""Jamming, hacking, the data link, and recovery from both."""
