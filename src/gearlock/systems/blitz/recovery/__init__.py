"""18.7: recovery vehicles and combat medics. Damage control stands with persistent damage."""
