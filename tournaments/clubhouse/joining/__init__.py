"""Two clubs of the same people become one, and are separated again."""
