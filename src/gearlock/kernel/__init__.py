"""What any rules-enforced table game needs: orders, asks, rolls, events, scripts, battles, logs."""
