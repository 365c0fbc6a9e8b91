"""Bots against bots: the same decks for everyone, so that luck cancels and what is left is skill."""
