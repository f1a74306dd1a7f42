"""A series over clubs: a season that counts tournaments of other clubs, from their files."""
