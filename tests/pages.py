"""Answers as tests read them."""

import re
from typing import Any

TAG = re.compile(r"<[A-Za-z][^<>]*>")


def body_of(answer: Any) -> str:
    """Text of an answer, or of a page, each tag on one line."""
    text = answer if isinstance(answer, str) else answer.content.decode()
    return TAG.sub(lambda tag: " ".join(tag[0].split()).replace(" >", ">"), text)
