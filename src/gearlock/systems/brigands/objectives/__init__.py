"""11.3: Objectives and winning."""
