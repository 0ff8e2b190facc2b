"""What may happen in jamming, hacking, networks and EMP."""
