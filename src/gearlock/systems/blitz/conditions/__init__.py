"""16.0, step 2c: special conditions: fog, EM storms, white sand, extreme temperatures, dangerous ground."""
