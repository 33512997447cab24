"""What a table does when its other players sit at other computers."""
