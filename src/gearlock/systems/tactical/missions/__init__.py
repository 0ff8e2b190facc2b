"""4.1.2: Mission Design: what each side is to do in secret, when it is done, and what that is worth."""
