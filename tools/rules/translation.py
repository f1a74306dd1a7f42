"""Texts in the language of the moment, by the standard library: what the rooms ask of Django elsewhere."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, translation
from pathlib import Path
from types import SimpleNamespace

LOCALE = Path(__file__).with_name("locale")
settings = SimpleNamespace(LANGUAGE_CODE="de", LANGUAGES=[(path.name, path.name) for path in sorted(LOCALE.iterdir())])
_language: ContextVar[str] = ContextVar("language", default=settings.LANGUAGE_CODE)


@cache
def _catalogue(language: str) -> GNUTranslations:
    return translation("django", LOCALE, [language])


def get_language() -> str:
    """The code of the language."""
    return _language.get()


@contextmanager
def override(language: str) -> Iterator[None]:
    """Speak another language inside."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def gettext(text: str) -> str:
    """The text in the language."""
    return _catalogue(get_language()).gettext(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The text for so many."""
    return _catalogue(get_language()).ngettext(singular, plural, number)


def get_text_list(texts: list[str], last_word: str) -> str:
    """Texts in a row: `Anna, Bernd and Clara`."""
    return f" {last_word} ".join(part for part in (", ".join(texts[:-1]), *texts[-1:]) if part)


class pgettext_lazy:  # noqa: N801 - as Django calls it
    """A text that is looked up when it is said."""

    def __init__(self, *said: str) -> None:
        self.said = said

    def __str__(self) -> str:
        """The text in the language of that moment."""
        catalogue = _catalogue(get_language())
        return catalogue.pgettext(*self.said) if len(self.said) > 1 else catalogue.gettext(*self.said)


gettext_lazy = pgettext_lazy
