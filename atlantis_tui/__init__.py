"""People: the screens, the command line and plain-text mode."""

# The build reads the version from here. Asking importlib.metadata instead would cost every start more time than the
# rest of the program.
__version__ = "0.1.0"
