"""The program's own: positions laid out by hand."""
