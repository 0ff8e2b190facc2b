"""Step 1 of the scenario generator: building an army; errata, options and adjusted prices of army lists."""
