"""15.4 to 15.6: orders, and command points passed on."""
