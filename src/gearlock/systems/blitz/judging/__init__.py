"""The program's own: what orders would bring: odds, previews, what bots reckon with."""
