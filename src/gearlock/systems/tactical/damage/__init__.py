"""2.6.10, 3.5: damage: what a margin does to armor, systems, crews and squads; falls, cover, mines and structures."""
