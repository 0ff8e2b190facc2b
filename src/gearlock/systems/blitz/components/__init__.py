"""18.6: multi-component vehicles."""
