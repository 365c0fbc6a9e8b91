"""Puzzles: moments of a round with one clearly best choice, which weaker bots miss."""
