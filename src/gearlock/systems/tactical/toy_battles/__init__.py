"""3.9: Heavy Gear Toy Battles."""
