"""How fast it is: measured here and now, side by side with others if they are installed."""
