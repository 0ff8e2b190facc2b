"""Taking actions: the action pool and what is paid from it, and what a new phase gives back."""
