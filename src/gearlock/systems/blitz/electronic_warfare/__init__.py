"""14 and 7.8: electronic warfare: observation, guidance, boosts, interference, satellites, scans."""
