"""Chapter 9.5 to 9.7: vehicles of several parts, recovery and VTOLs."""
