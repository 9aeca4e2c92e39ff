"""Tokens and thinking where they are easily shown, or take an answer with them: halves, cuts, glued, only named."""

import time
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chat.pieces import RetractPiece, TextPiece
from chat.stream import ChatStreamDecoder
from tests.chat.test_leak_forms import TOOLS, WEB, said
from tests.chat.test_stream_properties import TOKENS, WORDS
from tests.support.stream_cases import delta, finish, read

PRICE = "1.400 € en total."


@pytest.mark.parametrize(
    "text",
    [
        "Hola <|im_<eos>end|>",
        "<tool<|call|>_call>{}",
        "a<th<s>ink>b",
        "[INST<s>]",
        "<chan<s>nel|>",
        "<|im_<|channel|>end|>",
        "<|im_<|im_start|>end|>",
        "a<th<tool_call>ink>",
        "thought\n<th<s>ink>",
        "{<th<s>ink>",
        '{"name": "search_site", <th<s>ink>',
        "<th<|x|><|reserved_special_token_2<s>50|>ink>",
    ],
)
def test_no_token_is_put_together_from_halves(text: str) -> None:
    shown, _ = said(text)
    assert shown
    assert not [token for token in TOKENS if token in shown]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a <<s>j", "a <j"),
        ("2 <</s> 3", "2 < 3"),
        ("[<s>enlace](/blog)", "[enlace](/blog)"),
        ("`<s>``", "```"),
    ],
)
def test_text_around_a_removed_token_is_joined(text: str, shown: str) -> None:
    assert said(text) == (shown, [])


HALVES = [token[:size] for token in TOKENS for size in (1, 3, len(token) // 2) if token[:size] not in TOKENS]
ENDS = [token[size:] for token in TOKENS for size in (1, 3, len(token) // 2)]
parts = st.lists(st.sampled_from(TOKENS) | st.sampled_from(WORDS) | st.sampled_from(HALVES) | st.sampled_from(ENDS))


@given(parts.filter(lambda found: "\ud83d" not in found), st.sampled_from(["auto", "none"]))
@example(["Hola ", "<|im_", "<eos>", "end|>"], "auto")
@example(['{"parameters": {', "<|eot_id|>"], "auto")
@example(["</<", "<|channel|>", "<|", "<|message|>"], "auto")
@settings(deadline=None, max_examples=60)
def test_half_tokens_make_none_visible_wherever_they_are_cut(found: list[str], tool_choice: Any) -> None:
    text = "".join(found[:12])
    for deltas in ([text], found[:12], list(text)):
        shown = read(ChatStreamDecoder(tools=TOOLS, tool_choice=tool_choice), *map(delta, deltas), finish())
        for visible in (shown.text, shown.retracted):
            assert not [token for token in TOKENS if token in visible]


@pytest.mark.parametrize(
    ("deltas", "shown", "calls"),
    [
        (("Ejemplo:\n", "`", "`", "`", "\ncall:get_service{id:web}"), "Ejemplo:\n```\ncall:get_service{id:web}", []),
        (("```\nls\n``", "`\ncall:get_service{id:web}"), "```\nls\n```\n", WEB),
        (("El sitio cuesta 1.400 €.", "</think>"), "El sitio cuesta 1.400 €.", []),
        (("El sitio cuesta 1.400 €.</think>\n",), "El sitio cuesta 1.400 €.", []),
        (("I add it up.", "</think>", "\n", PRICE), PRICE, []),
        (("I add it up.</think>I do.</think>" + PRICE,), PRICE, []),
        (("I add it up.</think>" + PRICE + "</think>",), PRICE, []),
        (("I add it up. ```", "</think>\ncall:get_service{id:web}"), "", WEB),
        (
            ("<|channel|>¡Hola!", "<|end|><|start|>assistant<|channel|>analysis<|message|>x<|end|>"),
            "¡Hola!",
            [],
        ),
        (("<tool_call>get_service", "s son varios."), "get_services son varios.", []),
        (("La etiqueta <tool_call> se",), "La etiqueta  se", []),
        (("<tool_call>get_service",), "", []),
        ((" " * 40 + "thought\n" + PRICE,), " " * 32 + PRICE, []),
        (('{"name": "search_site"} abre.\ncall:get_service{id:web}',), '{"name": "search_site"} abre.\n', WEB),
    ],
)
def test_where_it_is_cut_does_not_matter(deltas: tuple[str, ...], shown: str, calls: list[Any]) -> None:
    assert said(*deltas) == (shown, calls)


def test_thinking_without_opener_is_taken_back_for_a_call() -> None:
    decoder = ChatStreamDecoder(tools=TOOLS)
    pieces = [*decoder.feed(delta("Now I have to look it up, I believe.")), *decoder.feed(delta("</think>"))]
    assert pieces == [TextPiece(text="Now I have to look it up, I believe.")]
    call = '<tool_call>{"name":"search_site","arguments":{"query":"blog"}}</tool_call>'
    assert decoder.feed(delta(call)) == [RetractPiece()]


@pytest.mark.parametrize(
    "answer",
    [
        "1.400 € en total",
        "**Web**: 1.400 €",
        "€1,400",
        "$900 a month",
        "# Precios",
        "| Web | 900 € |",
        "[Web](/web)",
        "«Web» cuesta 900 €",
        "- Web: 900 €",
        "• Web: 900 €",
        "✅ Incluido",
        "😀 Hola",
        "Ángel",
    ],
)
def test_a_glued_header_is_removed(answer: str) -> None:
    assert said(f"thought{answer}") == (answer, [])
    assert said(f"thought{answer}", reason="length") == ("", [])


@pytest.mark.parametrize(
    "text",
    [
        "thoughtful",
        "thoughts",
        "thought, then",
        "thought. Then",
        "thought: 900 €",
        "thought-provoking",
        "thought-",
        "thought's",
        "thought 900",
        "thought (a)",
        "thoughté",
        "thought_1",
        "thought/idea",
    ],
)
def test_a_word_that_begins_like_the_header_stays(text: str) -> None:
    assert said(text) == (text, [])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("El modelo usa <think> para pensar. Precio: 1.400 €.", "El modelo usa  para pensar. Precio: 1.400 €."),
        ("The tag `<think>` opens it. Price: 900.", "The tag `` opens it. Price: 900."),
        ("El modelo usa <think> para pensar.<|im_end|>", "El modelo usa  para pensar."),
        ("Mistral escribe [TOOL_CALLS] antes. Precio: 900 €.", "Mistral escribe  antes. Precio: 900 €."),
        ("Mistral writes [TOOL_CALLS] first.</s>", "Mistral writes  first."),
        ("usage: tool [OPTIONS] [ARGS] y más", "usage: tool [OPTIONS]  y más"),
        ("Con <|tool_response> responde [INST]algo.", "Con  responde algo."),
        ("Con <think>, se piensa <|im_e", "Con , se piensa "),
    ],
)
def test_a_token_that_is_only_named_takes_nothing_with_it(text: str, shown: str) -> None:
    assert said(text) == (shown, [])


@pytest.mark.parametrize(
    ("text", "shown", "reason"),
    [
        ("<think> para pensar", "", "stop"),
        ("Voy.\n<think> The user", "Voy.\n", "stop"),
        ("Voy. <think>The user", "Voy. ", "stop"),
        ("Voy. <think>\nThe user", "Voy. ", "stop"),
        ("El modelo usa <think> para pensar", "El modelo usa ", "length"),
        ("El modelo usa <think> para pensar</think> y más", "El modelo usa y más", "stop"),
        ('Voy. <tool_call> {"name": "search_site", "argu', "Voy. ", "stop"),
        ("Voy. <|tool_call> call:get_service{id:", "Voy. ", "stop"),
        ("Voy. <|tool_call> nonsense<tool_call|>", "Voy. ", "stop"),
        ("Voy. [TOOL_CALLS]search_site", "Voy. ", "stop"),
    ],
)
def test_what_was_opened_and_not_closed_stays_hidden(text: str, shown: str, reason: str) -> None:
    assert said(text, reason=reason) == (shown, [])


@pytest.mark.parametrize("opener", ["<think>", "<|tool_call>"])
def test_a_named_token_hides_no_more_than_is_held_of_a_call(opener: str) -> None:
    text = f"El token {opener} " + "palabra " * 3000
    assert read(ChatStreamDecoder(tools=TOOLS), delta(text), finish()).text == "El token "


@pytest.mark.parametrize("part", ["<|start|>", "call:\n", "a<|x|>", '<tool_call>{"a', "<|im_<s>", "[TOOL_CALLS]"])
def test_time_grows_with_the_text(part: str) -> None:
    started = time.process_time()
    read(ChatStreamDecoder(tools=TOOLS), delta(part * 12_000), finish())
    assert time.process_time() - started < 4
