"""The commands of the program, one file each with a `run(argv)` that returns the exit code."""
