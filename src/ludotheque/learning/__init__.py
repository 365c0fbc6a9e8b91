"""Learning to play: networks by self-play. Playing needs none of this."""
