"""Chapter 11: scenarios, and how a battle begins."""
