"""Force building for every system: rosters as text and JSON, checked, recruited and printed."""
