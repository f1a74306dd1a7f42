"""Keep the score of Cego, the card game of Baden, on the phone."""

__version__ = "0.3.0"
