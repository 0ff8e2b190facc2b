"""What a briefing asks of a side: ground, sites, exits, and how a battle is won."""
