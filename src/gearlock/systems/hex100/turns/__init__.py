"""Turn and phases: focus, units one at a time."""
