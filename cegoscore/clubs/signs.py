"""Signs of a number as people, phones and the pages write them: any dash is a minus, blanks are nothing."""

from __future__ import annotations

SIGNS = str.maketrans({"−": "-", "–": "-", " ": None, "\u202f": None, "\xa0": None})
