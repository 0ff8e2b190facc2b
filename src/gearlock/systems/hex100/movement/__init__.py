"""The move action, ways of moving, ramming, attacks of opportunity and disengaging."""
