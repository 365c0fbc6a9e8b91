"""HTTP and WebSocket around tables: the lobby, live play, and what a server needs to be run."""
