"""Floor 4: what builds on sheets: tournaments and leagues."""
