"""Static files on their way out of the house: scripts joined, scripts and styles short, hashed and compressed."""
