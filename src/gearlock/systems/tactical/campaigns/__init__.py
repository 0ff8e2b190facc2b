"""4.2: campaigns: linked scenarios, repairs between them, and Victory Points earned, kept and spent."""
