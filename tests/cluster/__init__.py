"""Several servers at one database, under faults: what clients were told must be what the log says.

Clients know docs/protocol.md and nothing else; servers are started by the command line. `history.py` is what is written
down while they play, `checker.py` judges it afterwards. `python3 do.py chaos --minutes 10` runs it at length.
"""
