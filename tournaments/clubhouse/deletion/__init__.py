"""Deleting a whole club, bringing it back, and erasing what nobody brought back."""
