"""Scenarios, Steps 3 and 6: deployment zones, home edges, who comes to the table when and where."""
