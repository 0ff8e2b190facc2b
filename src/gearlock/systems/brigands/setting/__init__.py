"""Chapter 11.4: deployment zones, special deployments and what comes before the first Round."""
