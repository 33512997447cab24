"""People: the screens, the command line and plain-text mode."""

# Written here and read from here by the build, because asking importlib.metadata would cost every
# start more than the rest of the program.
__version__ = "0.1.0"
