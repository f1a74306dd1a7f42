"""Django's SQLite engine with a queue for writers: `"ENGINE": "cegoscore.sqlite"`."""
