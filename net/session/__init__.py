"""The session, which keeps the programs at one table equal. It does no I/O and never waits. Begin with session.py."""
