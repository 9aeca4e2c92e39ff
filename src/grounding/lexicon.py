"""Lists of words, written as the text they are."""


def ordered(text: str) -> tuple[str, ...]:
    """The words of a text in their order."""
    return tuple(text.split())


def words(text: str) -> frozenset[str]:
    """The words of a text, once each."""
    return frozenset(text.split())
