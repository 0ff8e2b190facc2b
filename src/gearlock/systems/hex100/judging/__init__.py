"""What a seat is shown: the table, the story, the worth of an order."""
