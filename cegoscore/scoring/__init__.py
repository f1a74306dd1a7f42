"""The rules of payment: pure Python, standard library only, no clock, no randomness, no I/O but its own rule files."""
