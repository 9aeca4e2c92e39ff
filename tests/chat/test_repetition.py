"""The guard against a model that repeats itself: what it cuts, where, and what it leaves alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.repetition import RepetitionGuard
from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import load_streams, read


def cut(text: str, size: int = 7) -> str | None:
    """The good head, fed in pieces of a size; None where the guard stayed silent."""
    guard = RepetitionGuard()
    for start in range(0, len(text), size):
        if (end := guard.feed(text[start : start + size])) is not None:
            return text[:end]
    return None


GOOD = "El sitio cuesta 1.400 € y tarda 3 semanas"
REPETITIONS = {
    "letter": (GOOD + ". Bie" + "e" * 80 + "n", GOOD + "."),
    "digit": (GOOD + ". Total: 1" + "0" * 80, GOOD + ". Total:"),
    "token": (GOOD + " blog" * 40, GOOD + " blog"),
    "syllable": (GOOD + ". " + "ja" * 60, GOOD + "."),
    "sign": (GOOD + "!" * 400, GOOD),
    "dashes and spaces": (GOOD + " -" * 300, GOOD),
    "newline": (GOOD + "\n" * 400, GOOD),
    "phrase": (GOOD + ", y un blog" * 30, GOOD + ", y un blog"),
    "sentence": (
        GOOD + "." + " También podemos añadir un blog al sitio." * 8,
        GOOD + ". También podemos añadir un blog al sitio.",
    ),
    "line": (
        GOOD + ":\n" + "- Un blog para contar las novedades\n" * 10,
        GOOD + ":\n- Un blog para contar las novedades",
    ),
    "two lines": (
        GOOD + ":\n" + "- Un blog para el sitio\n- Una tienda para vender\n" * 8,
        GOOD + ":\n- Un blog para el sitio\n- Una tienda para vender",
    ),
    "numbered line": (
        GOOD + ":\n" + "".join(f"{n}. Un blog para contar las novedades\n" for n in range(1, 12)),
        GOOD + ":\n1. Un blog para contar las novedades",
    ),
    "line under one number": (
        GOOD + ":\n" + "1. A blog for what is new in the shop\n" * 10,
        GOOD + ":\n1. A blog for what is new in the shop",
    ),
    "bold numbered line": (
        GOOD + ":\n" + "".join(f"**{n}.** Un blog para contar las novedades\n" for n in range(1, 12)),
        GOOD + ":\n**1.** Un blog para contar las novedades",
    ),
    "price": (GOOD + ", 49 €" * 40, GOOD + ", 49 €"),
    "cell": (GOOD + ":\n| Extra" + " | Sí" * 200, None),
    "row": (GOOD + ":\n" + "| Blog | 49 € | Sí |\n" * 12, GOOD + ":\n| Blog | 49 € | Sí |"),
    "rule of a table": (GOOD + ":\n" + "|---" * 200, GOOD + ":"),
    "paragraph": (GOOD + ".\n\n" + ("Un sitio con blog, tienda y reservas. " * 2 + GOOD + " en total.\n\n") * 5, None),
    "from the start": ("A blog" + ", a blog" * 60, "A blog"),
    "emoji": (GOOD + " 😀" * 250, GOOD),
}


@pytest.mark.parametrize("kind", REPETITIONS)
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_cut(kind: str, size: int) -> None:
    text, head = REPETITIONS[kind]
    found = cut(text, size)
    assert found is not None
    if head is not None:
        assert found.strip() == head
    assert found.startswith(GOOD) or kind == "from the start"


ORDINARY = {
    "plain": GOOD + ". " + "Incluye un blog, un formulario de contacto y una página de servicios. ¿Hablamos?",
    "list": "\n".join(
        f"- {name}: €{price}" for name, price in zip("abcdefghijklmnop", range(100, 1700, 100), strict=True)
    ),
    "equal prices": "\n".join(f"- {name}: €300" for name in ("Blog", "SEO", "Booking", "Chat", "Shop", "Maps", "Mail")),
    "numbered equal prices": "".join(f"{n}. 300 € al mes\n" for n in range(1, 10)),
    "the same price alone": "€300\n€300\n€300\n€300\n",
    "table": "| Extra | Price | Included |\n|---|---:|:---:|\n"
    + "".join(f"| {name} | €300 | Yes | Yes | Yes | Yes |\n" for name in ("Blog", "SEO", "Booking", "Chat", "Shop")),
    "wide rule": "|" + "---|" * 30 + "\n" + "-" * 100 + "\n" + "=" * 80,
    "feature matrix": "".join(f"| {name} | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ |\n" for name in "abcdefgh"),
    "money": "1.000.000.000.000 € o 10000000000 €",
    "ranges": "; ".join(f"de {n} a {n + 2} semanas" for n in range(1, 12)),
    "weeks": "\n".join(f"Semana {n}: diseño" for n in range(1, 9)),
    "laughter": "jajajaja, muy muy muy bien!!!!! " + "." * 30,
    "code": "    " * 10 + "x\n" + "        return\n" * 2,
    "two equal sentences": (GOOD + ". ") * 2,
    "prices of one thing": "Mantenimiento, según el tamaño:\n"
    + "".join(f"- {price} € al mes, IVA no incluido\n" for price in (20, 30, 45, 60, 80, 120)),
    "round prices of one thing": "".join(f"{price} € a month, hosting included\n" for price in range(10, 70, 10)),
    "sizes": "".join(f"- {pages} pages included\n" for pages in (5, 8, 12, 20, 40, 60, 90)),
    "numbers with a full stop that list nothing": "".join(
        f"{n}. planta, sin ascensor\n" for n in (1, 3, 4, 7, 9, 10, 12)
    ),
    "hours": "".join(f"{hour}.00 Hueco disponible\n" for hour in range(9, 15)),
    "hours with a colon": "".join(f"{hour}:00 Free for a meeting\n" for hour in range(9, 15)),
    "a row of equal prices": "| Cuota | " + " | ".join(["49 €"] * 12) + " |\n",
    "a row of equal words": "| Extra | " + " | ".join(["Sí"] * 11) + " |\n",
    "a row of equal phrases": "| SEO | " + " | ".join(["Included in the price"] * 8) + " |\n",
    "a wide rule of a table": "| Plan | A | B | C | D | E |\n" + ("|" + "-" * 40) * 6 + "|\n| x |\n",
    "grid": "grid-template-columns: 1fr" + " 1fr" * 11 + ";\n",
    "row of numbers": "[" + ", ".join(["10.5"] * 12) + "]",
    "dotted leaders": "Blog " + "." * 60 + " 300 €\nSEO " + "." * 60 + " 300 €",
}


@pytest.mark.parametrize("kind", ORDINARY)
@pytest.mark.parametrize("size", [1, 100_000])
def test_ordinary_text_is_left_alone(kind: str, size: int) -> None:
    assert cut(ORDINARY[kind] + "\n" + GOOD + ". Gracias por preguntar.", size) is None


def test_a_small_model_that_degenerated() -> None:
    text = read(ChatStreamDecoder(), load_streams()["13-smollm2-degenerate-repetition"]).text
    assert cut(text, 3) == "A blog"


@pytest.mark.parametrize("name", [name for name in load_streams() if not name.startswith("13")])
def test_no_other_recording_is_cut(name: str) -> None:
    assert cut(read(ChatStreamDecoder(), load_streams()[name]).text) is None


def test_it_fires_while_the_model_still_writes() -> None:
    guard = RepetitionGuard()
    fed = 0
    for _ in range(100):
        fed += 1
        if guard.feed(", a blog") is not None:
            break
    assert fed <= 12


def test_a_long_answer_is_cut_where_it_repeats() -> None:
    good = "".join(f"Frase número {n} de una respuesta muy larga. " for n in range(300))
    assert cut(good + "Y además un blog. " * 20) == good + "Y además un blog."


def test_memory_stays_bounded() -> None:
    guard = RepetitionGuard()
    for n in range(20_000):
        guard.feed(f"word{n * n} ")
    assert sum(len(value) for value in vars(guard).values() if isinstance(value, str)) < 10_000


@given(st.text("ab .\n", max_size=40), st.text("ab .\n", min_size=1), st.integers(1, 60), st.integers(1, 50))
def test_how_the_text_is_cut_does_not_matter(before: str, block: str, copies: int, size: int) -> None:
    text = before + block * copies
    assert cut(text, size) == cut(text, 100_000)
