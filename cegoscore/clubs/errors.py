"""The errors that services raise when they refuse to write."""

from __future__ import annotations


class NothingWritten(Exception):
    """A service wrote nothing, and a person has to look again."""


class Refused(NothingWritten):
    """Refusal of a write; nothing was written. `code` and `params` give the reason, each app's wording the sentence."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code, self.params = code, params
        super().__init__(code)
