"""The lobby of a table on the network, and the list of tables near you."""
