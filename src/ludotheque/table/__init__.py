"""One live table: seats, commands, numbered events, clock. Pure: no I/O; time and chance come in as arguments."""
