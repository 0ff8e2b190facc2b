"""2.6.3, 7.2: passengers; 3.2.7: towing."""
