"""Chapters 2 and 3: how models move, and the ground they move over."""
