"""Machines: finding tables on the local network, links, and the session that keeps peers equal."""
