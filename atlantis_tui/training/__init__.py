"""Our games for programs that learn to play. README.md tells how; it needs `pip install -e '.[train]'`."""
