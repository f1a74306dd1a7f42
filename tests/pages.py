"""Answers as tests read them."""

import re
from typing import Any

TAG = re.compile(r"<[A-Za-z][^<>]*>")


def body_of(answer: Any) -> str:
    """Text of an answer, or of a page, each tag on one line."""
    text = answer if isinstance(answer, str) else answer.content.decode()
    return TAG.sub(lambda tag: " ".join(tag[0].split()).replace(" >", ">"), text)


def leads_to_its_field(answer: Any, field: str) -> bool:
    """True if the box of faults has the focus and leads to the only field of this name, which is marked as wrong."""
    page = body_of(answer)
    fields = re.findall(rf'<(?:input|textarea|select)[^>]* name="{field}"[^>]*>', page)
    wrong = [key[1] for tag in fields if "aria-invalid" in tag and (key := re.search(r' id="([^"]+)"', tag))]
    box = page.partition('tabindex="-1" autofocus>')[2].partition("</div>")[0]
    return [f'href="#{key}"' in box for key in wrong] == [True]
