"""Standings: explicit results, ranks, prizes, and the cached page for a crowd."""
