"""Changed by the tests while the edge runs."""


def greet(word: str) -> str:
    return f"{word}, world"
