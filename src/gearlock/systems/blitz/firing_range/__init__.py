"""The program's own: attacks laid out for the odds tool."""
