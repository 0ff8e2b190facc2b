"""Step 1 of the scenario generator: building an army; options and prices of army lists."""
