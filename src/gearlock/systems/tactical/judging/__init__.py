"""What orders would bring: previews, odds, what bots reckon with."""
