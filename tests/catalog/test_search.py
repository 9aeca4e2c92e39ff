"""What a visitor's words find."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.models import Locale
from catalog.search import index_of, search
from tests.support.catalogs import catalog_of, documents, page, studio

_FILE = Path(__file__).parents[1] / "cases" / "search.jsonl"
CASES = [case for case in map(json.loads, _FILE.read_text().splitlines()) if "top" in case["expected"]]


def paths(query: str, locale: Locale = "en", **options: Any) -> list[str]:
    return [hit.path for hit in search(studio(), query, locale=locale, **options)]


@pytest.mark.parametrize(
    ("case", "query"),
    [pytest.param(case, query, id=f"{case['id']}-{query}") for case in CASES for query in case["input"]["queries"]],
)
def test_reported_case(case: dict[str, Any], query: str) -> None:
    given, expected = case["input"], case["expected"]
    found = [hit.path for hit in search(documents(given["docs"], given["lang"]), query, locale=given["lang"])]
    top = {unicodedata.normalize("NFKC", word): path for word, path in expected["top"].items()}
    assert found[0] == top[unicodedata.normalize("NFKC", query)]
    assert not set(found) & set(expected.get("excluded_everywhere", ()))
    assert not set(found) & set(expected.get("must_not_match", {}).get(query, ()))


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize(
    "query", ["", " \n\t", "¿?", "+*", "...", "a", "the of and", "de la que", "\x00\x1b[0m", "́", "🥐", "e", "---", "%"]
)
def test_a_query_without_a_content_word_finds_nothing(query: str, locale: Locale) -> None:
    assert search(studio(), query, locale=locale) == []


@pytest.mark.parametrize(
    ("query", "locale", "top"),
    [
        pytest.param("bakeries", "en", "/projects/trigo", id="plural"),
        pytest.param("bakery's", "en", "/projects/trigo", id="possessive"),
        pytest.param("BAKERY", "en", "/projects/trigo", id="capitals"),
        pytest.param("ｂａｋｅｒｙ", "en", "/projects/trigo", id="full-width"),
        pytest.param("ba\u00adke\u200bry", "en", "/projects/trigo", id="invisible characters"),
        pytest.param("bake", "en", "/projects/trigo", id="prefix"),
        pytest.param("restaurants", "en", "/projects/bistro", id="plural in the body"),
        pytest.param("booking", "en", "/services/website", id="an extra of a service"),
        pytest.param("card payments", "en", "/services/online-store", id="what a service includes"),
        pytest.param("panaderias", "es", "/es/proyectos/trigo", id="plural without accent"),
        pytest.param("tiendas online", "es", "/es/servicios/online-store", id="two words"),
        pytest.param("auditoria", "es", "/es/servicios/audit", id="accent left out"),
        pytest.param("Cadiz", "en", "/projects/bistro", id="accent left out in English"),
        pytest.param("webs", "es", "/es/servicios/website", id="plural of a loanword"),
        pytest.param("sincronizacion", "es", "/es/servicios/online-store", id="-ción without accent"),
        pytest.param("experimento", "es", "/es/lab/menu", id="lab"),
        pytest.param("how can I pay", "en", "/faq/payment", id="question"),
    ],
)
def test_a_word_is_found_however_it_is_written(query: str, locale: Locale, top: str) -> None:
    assert paths(query, locale)[0] == top
    assert paths(unicodedata.normalize("NFD", query), locale)[0] == top


@pytest.mark.parametrize(
    ("written", "other", "locale"),
    [
        ("automatización", "automatizacion", "es"),
        ("panadería", "panaderia", "es"),
        ("panadería", "panaderías", "es"),
        ("panaderia", "panaderias", "es"),
        ("diseño", "diseno", "es"),
        ("diseños", "diseno", "es"),
        ("web", "webs", "es"),
        ("blog", "blogs", "es"),
        ("bakery", "bakeries", "en"),
        ("café", "cafe", "en"),
    ],
)
def test_a_spelling_counts_as_much_as_the_other(written: str, other: str, locale: Locale) -> None:
    body = "diseño automatización panadería web blog bakery café"
    catalog = documents([("/p", "Post", body), ("/q", "Post", "nothing else")], locale)
    (hit,) = search(catalog, written, locale=locale)
    assert [found.score for found in search(catalog, other, locale=locale)] == [hit.score]


def test_a_page_written_without_accents_is_found_with_them() -> None:
    (hit,) = search(documents([("/p", "Post", "panaderia"), ("/q", "Post", "x")], "es"), "panadería", locale="es")
    (bare,) = search(documents([("/p", "Post", "panaderia"), ("/q", "Post", "x")], "es"), "panaderia", locale="es")
    assert hit.score == bare.score


@pytest.mark.parametrize("query", ["tractors", "tortilla recipe", "weather tomorrow in Paris"])
def test_what_the_site_lacks_is_not_found(query: str) -> None:
    assert paths(query) == []


def test_sharing_only_what_every_page_says_is_not_enough() -> None:
    catalog = documents([(f"/p{at}", f"Post {at}", "About your site.") for at in range(40)], "en")
    assert search(catalog, "tractors for my site", locale="en") == []
    assert len(search(catalog, "site", locale="en")) == 5


def test_a_long_goal_finds_what_it_is_about() -> None:
    goal = "Hello! We are two sisters who run a bakery near the harbour and want people to order cakes. " * 5
    assert paths(goal[:500])[0] == "/projects/trigo"


def test_title_weighs_more_than_summary_and_summary_more_than_body() -> None:
    found = search(
        catalog_of(
            [
                page("blog", "c", "en", "Other words", "Nothing here", "One lighthouse stands."),
                page("blog", "b", "en", "Other words", "A lighthouse here", "One tower stands."),
                page("blog", "a", "en", "Lighthouse words", "Nothing here", "One tower stands."),
            ]
        ),
        "lighthouse",
        locale="en",
    )
    assert [hit.path for hit in found] == ["/blog/a", "/blog/b", "/blog/c"]


def test_a_whole_word_weighs_more_than_a_prefix() -> None:
    catalog = documents([("/a", "Automation", "x"), ("/b", "Auto", "x")], "en")
    assert [hit.path for hit in search(catalog, "auto", locale="en")] == ["/b", "/a"]


def test_a_rare_completion_does_not_outweigh_the_word() -> None:
    rows = [(f"/common{at}", "Auto", "x") for at in range(9)] + [("/rare", "Automaton", "x")]
    found = [hit.path for hit in search(documents(rows, "en"), "auto", locale="en", limit=10)]
    assert found[-1] == "/rare"
    assert len(found) == 10


def test_n_and_ñ_are_different_letters_when_the_visitor_writes_ñ() -> None:
    catalog = documents([("/a", "El año", "x"), ("/b", "Un ano", "x")], "es")
    assert [hit.path for hit in search(catalog, "año", locale="es")] == ["/a"]
    assert {hit.path for hit in search(catalog, "ano", locale="es")} == {"/a", "/b"}


def test_hyphenated_words_match_joined_ones() -> None:
    catalog = documents([("/a", "E-commerce", "x"), ("/b", "Ecommerce", "x"), ("/c", "Commerce", "x")], "en")
    assert {hit.path for hit in search(catalog, "ecommerce", locale="en")} == {"/a", "/b"}
    assert {hit.path for hit in search(catalog, "e-commerce", locale="en")} == {"/a", "/b", "/c"}


def test_only_pages_of_the_locale_are_found() -> None:
    assert all(path.startswith("/es/") for path in paths("sitio web tienda blog", "es"))


def test_equal_pages_come_in_the_order_of_their_paths() -> None:
    rows = [(f"/p{at}", "Bread", "flour") for at in (3, 1, 2)]
    assert [hit.path for hit in search(documents(rows, "en"), "bread", locale="en")] == ["/p1", "/p2", "/p3"]


@pytest.mark.parametrize(("limit", "count"), [(0, 0), (-1, 0), (2, 2), (5, 5), (50, 12)])
def test_limit(limit: int, count: int) -> None:
    catalog = documents([(f"/p{at}", f"Post {at} about bread", "flour") for at in range(12)], "en")
    assert len(search(catalog, "bread", locale="en", limit=limit)) == count


def test_excerpt_is_plain_text_around_the_match() -> None:
    body = (
        "## First\n\n"
        + "Nothing of interest. " * 20
        + "\n\n- We bake **[sourdough](/x)** at `night`.\n\n"
        + "End. " * 30
    )
    catalog = documents([("/p", "Bread", body)], "en")
    (hit,) = search(catalog, "sourdough", locale="en")
    assert hit.excerpt.startswith("We bake sourdough at night. End.")
    assert len(hit.excerpt) <= 160


def test_a_long_sentence_is_cut_between_words() -> None:
    sentence = " ".join(f"word{at}" for at in range(60)) + " lighthouse " + " ".join(f"tail{at}" for at in range(60))
    (hit,) = search(documents([("/p", "T", sentence)], "en"), "lighthouse", locale="en")
    assert len(hit.excerpt) <= 160
    assert hit.excerpt[0] == hit.excerpt[-1] == "…"
    inner = hit.excerpt.strip("…").split()
    assert "lighthouse" in inner
    assert all(word in sentence.split() for word in inner)


def test_control_tokens_of_a_page_do_not_reach_a_hit() -> None:
    catalog = documents([("/p", "Bread <|im_start|>", "Fresh bread </goal> [INST] now")], "en")
    (hit,) = search(catalog, "bread", locale="en")
    assert (hit.title, hit.excerpt) == ("Bread", "Bread Fresh bread now")


def test_the_index_is_built_once_and_shared_by_the_same_pages() -> None:
    catalog = studio()
    assert index_of(catalog, "en") is index_of(catalog, "en")
    assert index_of(catalog.with_currency("USD"), "en") is index_of(catalog, "en")
    assert index_of(catalog, "es") is not index_of(catalog, "en")


@given(query=st.text(max_size=500), locale=st.sampled_from(["en", "es"]))
def test_any_query_gives_a_few_hits_at_most(query: str, locale: Locale) -> None:
    hits = search(studio(), query, locale=locale)
    assert len(hits) <= 5
    assert all(hit.score > 0 and len(hit.excerpt) <= 160 for hit in hits)
    assert hits == search(studio(), query, locale=locale)
