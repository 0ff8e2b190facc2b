"""14 and 7.8: electronic warfare: observation, guidance, boosts, interference, jamming, satellites, scans."""
