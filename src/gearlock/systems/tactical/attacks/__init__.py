"""2.6.7: ranged combat; 3.4: advanced attacks."""
