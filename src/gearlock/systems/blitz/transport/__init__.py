"""18.5: transport: getting in, getting out, and being thrown out."""
