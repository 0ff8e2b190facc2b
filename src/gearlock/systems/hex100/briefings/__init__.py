"""Briefings, maps and forces as files, and the battles they begin."""
