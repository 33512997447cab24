"""The session: what keeps the programs at one table equal. See session.py; nothing here reads, writes or waits."""
