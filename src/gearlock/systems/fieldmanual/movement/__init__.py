"""Movement: modes, speed bands, turns, terrain, elevation, climbing and jumping."""
