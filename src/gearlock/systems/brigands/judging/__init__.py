"""What orders would bring: previews, odds, and what bots reckon with."""
