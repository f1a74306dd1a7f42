"""The server as a whole: its health, the jobs that run by themselves, backups of the database, who uses it."""
