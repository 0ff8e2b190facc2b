"""13: impacts and falling."""
