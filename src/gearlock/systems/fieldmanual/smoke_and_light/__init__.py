"""Actions of sensing perks: smoke launchers, searchlights, and hatches that are opened."""
