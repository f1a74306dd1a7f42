"""Rows of a sheet and their words: turns, lines, money, customs; documents; who may see and write them."""
