"""What may happen in ramming, blades and jumps."""
