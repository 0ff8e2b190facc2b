"""Heavy Gear Blitz, Beta rules of 2014."""
