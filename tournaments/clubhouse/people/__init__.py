"""People of a club as personal data: renaming, merging, shortening, erasing, and a copy for the person."""
