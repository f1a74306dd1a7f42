"""The hall: what everybody sees on phone, wall and paper."""
