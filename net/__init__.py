"""Playing on several machines: finding tables on the local network, links between programs, and the session that keeps
all peers at one table equal."""
