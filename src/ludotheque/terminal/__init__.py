"""The games on a terminal: plain lines that scroll, in colour and in letters."""
