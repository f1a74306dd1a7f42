"""The pages of tournaments: setting up, the door, the desk while it is played, and what everybody sees."""
