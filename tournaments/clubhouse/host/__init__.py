"""The page of whoever runs the server: its health, its backups, its clubs. Opened by a link that a command prints."""
