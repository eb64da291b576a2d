"""Training: players that learn from games with themselves."""
