"""Step 2 of a scenario: what night, weather and unusual events do to a battle."""
