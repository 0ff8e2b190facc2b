"""Parts that books share: they compute and refuse; asking, telling and changing a state is each book's own."""
