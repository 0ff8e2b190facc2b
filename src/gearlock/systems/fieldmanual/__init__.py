"""The Heavy Gear Blitz Field Manual (2011)."""
