"""18.1 and 18.2: hiding and hull down."""
