"""The mode of a table whose players sit at several computers, with all that it shows."""
