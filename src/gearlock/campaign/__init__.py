"""Campaigns: linked battles kept like one battle, a log of decisions and dice that can be proved and gone on with.

The layer knows no system: what stays hurt, what is mended and what is bought a system says in its record.
"""
