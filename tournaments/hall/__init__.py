"""The hall: everybody's pages on phone, wall and paper."""
