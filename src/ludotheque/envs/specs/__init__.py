"""Learning interfaces, one file a game: observations, actions, and how far points go."""
