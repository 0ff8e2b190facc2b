"""9.6: Recovery and Medics."""
