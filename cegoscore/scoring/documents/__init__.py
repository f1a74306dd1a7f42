"""The session document: reading and checking it, its ledger and its customs."""
