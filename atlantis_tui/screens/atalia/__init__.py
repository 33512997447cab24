"""What the table of Atalia is made of, besides its widgets."""
