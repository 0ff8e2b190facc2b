"""What an order would mean and what a place is worth: previews, odds, and what bots reckon with."""
