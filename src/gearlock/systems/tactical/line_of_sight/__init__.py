"""2.6.1, 2.6.6, 3.2.2, 3.3.2, 3.8.2: terrain, measuring, arcs, line of sight and Concealment."""
