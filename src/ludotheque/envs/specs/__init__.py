"""What an agent sees and does, one file a game: the fields of its view, its choices, and how far its points go."""
