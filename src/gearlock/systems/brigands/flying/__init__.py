"""9.7: VTOLs and the air."""
