"""What is left of Markdown in an excerpt."""

import pytest

from catalog.plain import plain_text


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        pytest.param("# One\n\nTwo", "One. Two", id="heading ends like a sentence"),
        pytest.param("## Why? ##\nBecause", "Why? Because", id="heading with its own mark"),
        pytest.param("a **b** _c_ ***d*** ~~e~~ `f`", "a b c d e f", id="emphasis and code"),
        pytest.param("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4", id="not emphasis"),
        pytest.param("- a\n* b\n1. c\n- [x] d", "a b c d", id="lists"),
        pytest.param("> a\n>> b", "a b", id="quotation"),
        pytest.param("[a](/b) ![c](d.png) [e][f]\n\n[f]: /g", "a c e", id="links and images"),
        pytest.param("a\n\n---\n\nb\n\n* * *\n\nc", "a b c", id="rules"),
        pytest.param("| a | b |\n|---|:-:|\n| c | d |", "a b c d", id="table"),
        pytest.param("Home | Menu", "Home | Menu", id="a bar outside a table"),
        pytest.param("```python\nx = 1\n```\nb", "x = 1 b", id="code block"),
        pytest.param("a <br> <b>c</b> <!-- d\ne -->f", "a c f", id="HTML"),
        pytest.param(r"1\. a \*b\*", "1. a *b*", id="escapes"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_plain_text(markdown: str, plain: str) -> None:
    assert plain_text(markdown) == plain
