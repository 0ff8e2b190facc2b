"""The ground of a table: surfaces, walls and room to stand."""
