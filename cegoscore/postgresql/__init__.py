"""Django's PostgreSQL engine that counts its commits: `"ENGINE": "cegoscore.postgresql"`."""
