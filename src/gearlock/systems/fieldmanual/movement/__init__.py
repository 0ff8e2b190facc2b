"""Movement: modes, Speed Bands, turns, terrain, elevation, climbing and jumping."""
