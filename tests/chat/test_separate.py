"""What one argument text holds."""

import pytest

from chat.calls import separate


@pytest.mark.parametrize(
    ("arguments", "texts"),
    [
        ("", ["{}"]),
        ("{}", ["{}"]),
        ('{}{"q":"a"}', ['{"q":"a"}']),
        ('{"q":"a"} \n {"q":"b"}', ['{"q":"a"}', '{"q":"b"}']),
        ('{"q":"a"}[]', ['{"q":"a"}[]']),
        ('{"q":"a"', ['{"q":"a"']),
        ('"text"', ['"text"']),
        ("[1]", ["[1]"]),
    ],
)
def test_separate(arguments: str, texts: list[str]) -> None:
    assert separate(arguments) == texts
