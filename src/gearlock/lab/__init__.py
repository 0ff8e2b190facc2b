"""The laboratory: matches between bots, and how lucky a battle was; counted exactly, and the same when repeated."""
