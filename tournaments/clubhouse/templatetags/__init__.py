"""Template tags of a club as a whole."""
