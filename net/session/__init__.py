"""The session, which keeps the programs at one table equal. Begin with session.py."""
