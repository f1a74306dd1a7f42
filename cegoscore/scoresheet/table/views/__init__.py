"""Pages of this room, a module for each group of them."""
