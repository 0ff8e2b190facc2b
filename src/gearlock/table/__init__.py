"""Where things stand: measuring, terrain, sight, arcs, reach and maps. Knows no game's numbers."""
