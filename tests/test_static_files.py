"""Shortened styles say the same as the ones they were made from."""

import pytest

from cegoscore.static_files import short_css


@pytest.mark.parametrize(
    ("written", "short"),
    [
        ("@layer a { [b=c] :is(.d, .e) { color: red; } }", "@layer a{[b=c] *:is(.d,.e){color:red}}"),
        ("@layer a { .b > :not(.c) { margin: 0 } }", "@layer a{.b>*:not(.c){margin:0}}"),
        ("@layer a { .b:not(.c) { margin: 0 } }", "@layer a{.b:not(.c){margin:0}}"),
    ],
)
def test_descendant_stays_a_descendant(written: str, short: str) -> None:
    assert (short_css(written), short_css(short)) == (short, short)
