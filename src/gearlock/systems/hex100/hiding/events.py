"""What may happen in stealth and the sensors against it."""
