"""Chapter 7: Commanders, Formation, Command Points and Orders."""
