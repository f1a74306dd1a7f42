"""Variables of the environment as values. A wrong one is named with its reason, in one line that does not repeat it."""

import os
import re

YES = {"1", "t", "true", "y", "yes", "on"}
NO = {"0", "f", "false", "n", "no", "off"}


class WrongSetting(Exception):
    """A sentence for the host: what cannot be used, and what to do about it. Values are left out, some are secret."""


def refused(name: str, reason: str) -> WrongSetting:
    """The refusal of a variable."""
    return WrongSetting(f'Environment variable "{name}" invalid: {reason}')


def text(name: str, default: str = "", *, form: str = "", must: str = "") -> str:
    """A variable as it is typed: an empty one is unset, blanks around a value are none of it, `~` is the home.

    `form` is a regular expression that it has to match, `must` says that to the host.
    """
    value = os.path.expanduser(os.environ.get(name, "").strip()) or default  # noqa: PTH111 - it refuses nobody
    if form and not re.match(form, value):
        raise refused(name, must)
    return value


def number(name: str, default: int, least: int, most: int) -> int:
    """A whole number in limits; without one the default, which may be outside of them."""
    typed = text(name)
    if not typed:
        return default
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", typed):
        raise refused(name, "Not a valid integer.")
    if not least <= int(typed) <= most:
        raise refused(name, f"Must be from {least} to {most}.")
    return int(typed)


def flag(name: str) -> bool:
    """Yes or no; no if it is unset."""
    typed = text(name, "no").lower()
    if typed not in YES | NO:
        raise refused(name, "Not a valid boolean.")
    return typed in YES
