"""8, 10 and 11: attacks: weapons fired, blows struck, areas, answers."""
