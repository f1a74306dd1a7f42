"""What a service says when what is wanted makes no sense."""

from __future__ import annotations


class Refused(Exception):
    """Nothing was written: `code` and `params` say why; the wording of each app has the sentences."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code, self.params = code, params
        super().__init__(code)
