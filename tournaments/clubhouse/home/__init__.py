"""A club as the home of its tables: its name, and the evenings that belong to it."""
