"""Setting a tournament up: its settings, its links, the list of tournaments."""
