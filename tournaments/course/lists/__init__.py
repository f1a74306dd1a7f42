"""Lists of people as clubs make them: read from any file, matched with whom the club knows, shown before a yes."""
