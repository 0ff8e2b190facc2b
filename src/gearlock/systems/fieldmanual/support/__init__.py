"""Step 5: Support Points and what they buy; airstrikes, artillery and reserves in Step 3 of a round."""
