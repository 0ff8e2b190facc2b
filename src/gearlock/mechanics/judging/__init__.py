"""What bots and previews reckon with, given the rules of a book."""
