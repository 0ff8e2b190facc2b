"""Transports: getting in, getting out, infantry in buildings and bunkers, and passengers of what is killed."""
