"""What is made of the JSON that a model writes as arguments."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.catalogs import studio
from tools.toolbox import Toolbox, ToolRefusal, ToolSuccess

EN = Toolbox(studio(), locale="en", whatsapp_number="34600112233")


def refused(name: str, arguments: str) -> tuple[str, str]:
    outcome = EN.run(name, arguments)
    assert isinstance(outcome, ToolRefusal)
    return outcome.error, outcome.detail


@pytest.mark.parametrize(
    ("name", "arguments", "error", "detail"),
    [
        pytest.param("buy", "{}", "unknown_tool",
                     "there is no tool 'buy'; tools: search_site, get_service, estimate_quote, suggest_next_step",
                     id="tool"),
        pytest.param("Estimate_Quotes", "{}", "unknown_tool",
                     "there is no tool 'Estimate_Quotes'; use estimate_quote", id="nearly a tool"),
        pytest.param("", "{}", "unknown_tool",
                     "there is no tool ''; tools: search_site, get_service, estimate_quote, suggest_next_step",
                     id="no name"),
        pytest.param("search_site", "", "invalid_arguments", "query: required", id="nothing"),
        pytest.param("search_site", "[]", "invalid_arguments",
                     "arguments: must be a JSON object, not an array", id="array"),
        pytest.param("search_site", "null", "invalid_arguments",
                     "arguments: must be a JSON object, not null", id="null"),
        pytest.param("search_site", '{"query": 5}', "invalid_arguments", "query: must be a string", id="number"),
        pytest.param("search_site", '{"query": null}', "invalid_arguments", "query: must be a string", id="null value"),
        pytest.param("search_site", '{"query": ""}', "invalid_arguments",
                     "query: string should have at least 1 character", id="empty"),
        pytest.param("search_site", json.dumps({"query": "x" * 501}), "invalid_arguments",
                     "query: string should have at most 500 characters", id="long"),
        pytest.param("search_site", '{"query": "a", "limit": 50}', "invalid_arguments",
                     "limit: not an argument; allowed: query", id="unknown argument"),
        pytest.param("search_site", '{"query": "a", "query": "b"}', "invalid_arguments",
                     "arguments: a name is given twice", id="duplicate"),
        pytest.param("search_site", '{"query": NaN}', "invalid_arguments", "arguments: NaN is not JSON", id="NaN"),
        pytest.param("search_site", '{"query": 1e999}', "invalid_arguments",
                     "arguments: a number out of range", id="infinite"),
        pytest.param("search_site", '{"query": ' + "9" * 3000 + "}", "invalid_arguments",
                     "arguments: a number of more than 15 digits", id="huge integer"),
        pytest.param("search_site", json.dumps({"query": "x" * 4000}), "invalid_arguments",
                     "arguments: 4013 characters, the limit is 4000", id="huge"),
        pytest.param("search_site", "[" * 3000, "invalid_arguments", "arguments: nested too deeply", id="nested"),
        pytest.param("search_site", "\ud800", "invalid_arguments", "arguments: not valid Unicode", id="surrogate"),
        pytest.param("search_site", '{"query": "\\ud83d"}', "invalid_arguments", "arguments: not valid Unicode",
                     id="half an emoji"),
        pytest.param("search_site", '{"query": "a", "\\ud83d": 1}', "invalid_arguments",
                     "arguments: not valid Unicode", id="half an emoji as a name"),
        pytest.param("get_service", '{"service": "websites"}', "invalid_arguments",
                     "service: there is no 'websites'; nearest: website", id="nearly a service"),
        pytest.param("get_service", '{"service": "12345"}', "invalid_arguments",
                     "service: there is no '12345'; allowed: website, online-store, audit", id="no service"),
        pytest.param("estimate_quote", '{"service": "website", "extras": "blog"}', "invalid_arguments",
                     "extras: must be an array", id="extras as text"),
        pytest.param("estimate_quote", '{"service": "website", "extras": [1]}', "invalid_arguments",
                     "extras.0: must be a string", id="extra as number"),
        pytest.param("estimate_quote", '{"service": "website", "extras": ["stock-sync"]}', "invalid_arguments",
                     "extras: service 'website' takes no 'stock-sync'; allowed: blog, second-language, booking",
                     id="an extra of another service"),
        pytest.param("suggest_next_step", '{"kind": "phone"}', "invalid_arguments",
                     "kind: input should be 'quote', 'contact' or 'whatsapp'", id="kind"),
        pytest.param("suggest_next_step", '{"kind": "quote", "service": "x"}', "invalid_arguments",
                     "service: there is no 'x'; allowed: website, online-store, audit", id="service of a step"),
    ],
)  # fmt: skip
def test_refusal(name: str, arguments: str, error: str, detail: str) -> None:
    assert refused(name, arguments) == (error, detail)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param('{"service": "website", "extras": ["blog",],}', id="trailing commas"),
        pytest.param("{'service': 'website', 'extras': ['blog']}", id="single quotes"),
        pytest.param('{service: "website", extras: ["blog"]}', id="bare names"),
        pytest.param('{"service": "website", "extras": ["blog"]', id="no closing brace"),
        pytest.param('{"service": "website", "extras": ["blog"]}}', id="one brace too many"),
        pytest.param('{"service": "website" "extras": ["blog"]}', id="no comma"),
        pytest.param('{"service": "website", // the site\n "extras": ["blog"]}', id="comment"),
    ],
)
def test_slightly_broken_json_is_mended(arguments: str) -> None:
    outcome = EN.run("estimate_quote", arguments)
    assert isinstance(outcome, ToolSuccess)
    assert outcome.repaired
    assert outcome.arguments == {"service": "website", "extras": ["blog"]}
    assert outcome.result["extras"] == ["blog"]
    assert outcome.result["total"]["text"] == "€1,500–€1,950"


def test_a_mended_text_keeps_its_escaped_quotes() -> None:
    outcome = EN.run("search_site", r"{'query': 'baker\'s bread'}")
    assert isinstance(outcome, ToolSuccess)
    assert outcome.arguments == {"query": "baker's bread"}


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        (r'{"query": "p\u00e1gina\nweb",}', "página\nweb"),
        ('{"query": "una web... o dos",}', "una web... o dos"),
        ('{"query": "None, true or null",}', "None, true or null"),
        ('{"query": "http://x.com // b # c",}', "http://x.com // b # c"),
        ("{query: http://x.com/blog}", "http://x.com/blog"),
        ('{"query": "blog" /* or shop */}', "blog"),
        ('{"query": "línea\nnueva"}', "línea\nnueva"),
        (r'{"query": "C:\\new",}', r"C:\new"),
        ('{"query": "say "hi" now"}', 'say "hi" now'),
        ("{“query”: “blog”}", "blog"),
    ],
    ids=[
        *("escapes", "dots in a text", "null in a text", "signs of comments in a text", "an address"),
        *("a comment", "a line break", "a backslash", "quotes in a text", "curly quotes"),
    ],
)
def test_a_repair_keeps_every_letter(arguments: str, query: str) -> None:
    outcome = EN.run("search_site", arguments)
    assert isinstance(outcome, ToolSuccess)
    assert (outcome.repaired, outcome.arguments) == (True, {"query": query})


@pytest.mark.parametrize("arguments", ['{"query": "a" "b"}', "{'query': 'it''s'}", '{"query": "a", "b"}'])
def test_a_repair_that_drops_letters_is_refused(arguments: str) -> None:
    assert refused("search_site", arguments)[0] == "invalid_arguments"


def test_python_literals_are_mended() -> None:
    outcome = EN.run("suggest_next_step", '{"kind": "contact", "service": None}')
    assert isinstance(outcome, ToolSuccess)
    assert (outcome.repaired, outcome.arguments) == (True, {"kind": "contact"})


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param('{"service": "website", "extras": ["blog"', id="cut in an array"),
        pytest.param('{"service": "website", "extras": ["blog",', id="cut after a comma"),
        pytest.param('{"service": "web', id="cut in a text"),
        pytest.param('{"service":', id="cut after a colon"),
        pytest.param("{", id="cut at once"),
        pytest.param("{'service': 'website', 'service': 'audit'}", id="a name twice"),
        pytest.param('{"service": "website"}{"service": "audit"}', id="two objects"),
        pytest.param('{"service": "website"} and the audit', id="words after it"),
        pytest.param("website", id="words"),
        pytest.param("{'service': 5}", id="not of the schema"),
        pytest.param("{'service': __import__('os').system('id')}", id="code"),
        pytest.param("{'service': NaN}", id="NaN"),
        pytest.param("{}}", id="nothing in it"),
        pytest.param('{"service": "web\\"', id="cut after an escaped quote"),
        pytest.param('{"service": "website" "audit"}', id="two texts in a row"),
        pytest.param("{'service': 'website''audit'}", id="two texts without a blank"),
        pytest.param('{"service": "website", "extras": ["blog"}', id="a list that is not closed"),
        pytest.param('{"service": "website", "extras": ["blog", ...]}', id="left out in a list"),
        pytest.param('{"service": "website", "extras": ["blog"], …}', id="left out in the object"),
    ],
)
def test_what_may_have_lost_something_is_refused(arguments: str) -> None:
    assert refused("estimate_quote", arguments)[0] == "invalid_arguments"


PARTS = st.sampled_from([*"{}[]'\":, ", "service", "website", "extras", "blog", "kind", "None"])


@given(
    st.sampled_from(["search_site", "get_service", "estimate_quote", "suggest_next_step"]),
    st.one_of(
        st.text(max_size=80),
        st.lists(
            st.sampled_from([*"{}[]'\":, ", "service", "website", "extras", "blog", "kind", "None"]), max_size=25
        ).map("".join),
    ),
)
def test_whatever_a_model_writes_gets_an_answer_that_is_json(name: str, arguments: str) -> None:
    outcome = EN.run(name, arguments)
    written = outcome.result if isinstance(outcome, ToolSuccess) else {"error": outcome.error, "detail": outcome.detail}
    json.dumps(written, allow_nan=False, ensure_ascii=False).encode()
    assert len(json.dumps(written)) < 4000
