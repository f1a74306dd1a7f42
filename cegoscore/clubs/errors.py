"""The errors that services raise when they refuse to write, and the page that a view shows instead."""

from collections.abc import Callable
from typing import Any, Self


class NothingWritten(Exception):
    """A service wrote nothing, and a person has to look again."""


class Refused(NothingWritten):
    """Refusal of a write; nothing was written. `code` and `params` give the reason, each app's wording the sentence."""

    def __init__(self, code: str, **params: str | int) -> None:
        self.code, self.params = code, params
        super().__init__(code)


class Refusals(dict[str, Any]):
    """Context in which a service may refuse: then it holds `problem` and `status` for the page that is shown instead.

    Each room makes its own of its sentences: `refused = partial(Refusals, answer_to)`.
    """

    def __init__(self, answer_to: Callable[..., tuple[str, int]], *names: Any) -> None:
        self.answer_to, self.names = answer_to, names
        self.error: NothingWritten | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if not isinstance(error, NothingWritten):
            return False
        self.error = error
        self["problem"], self["status"] = self.answer_to(error, *self.names)
        return True
