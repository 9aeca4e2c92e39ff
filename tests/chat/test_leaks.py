"""What of a model's text reaches the visitor."""

import pytest

from chat.pieces import RetractPiece, TextPiece
from chat.stream import ChatStreamDecoder
from tests.support.stream_cases import Outcome, decode, delta, finish, read, sse

TOOLS = ("search_site", "get_service", "estimate_quote", "suggest_next_step")


def shown(*deltas: str, reason: str = "stop") -> Outcome:
    """What is made of the deltas; how they are cut must not matter for what is in the end the answer."""
    found = read(ChatStreamDecoder(tools=TOOLS), *map(delta, deltas), finish(reason))
    by_character = read(
        ChatStreamDecoder(tools=TOOLS), *(delta(each) for text in deltas for each in text), finish(reason)
    )
    assert (by_character.text, by_character.called) == (found.text, found.called)
    return found


ANSWER = "El sitio cuesta 1.400 €."


@pytest.mark.parametrize(
    "text",
    [
        f"<|channel>thought\n<channel|>{ANSWER}",
        f"<|channel>thought\nThe user wants a price.\nI have it.\n<channel|>\n{ANSWER}",
        f"<|channel>thought\n<channel|><|channel>thought\nagain<channel|>{ANSWER}",
        f"thought\n<channel|>{ANSWER}",
        f"thought\nThe user is asking for a price.\n<channel|>{ANSWER}",
        f"thought\r\n<channel|>{ANSWER}",
        f"\nthought\n<channel|>{ANSWER}",
        f"thought<channel|>{ANSWER}",
        f"<channel|>{ANSWER}",
        f"\n<channel|>{ANSWER}",
        f"thought\n{ANSWER}",
        f"thought{ANSWER}",
        f"thought\n{ANSWER}<turn|>",
        f"<channel|>thought\n{ANSWER}",
        f"<channel|>thought\nMore.<channel|>{ANSWER}",
        f"<|channel>thought\nNot closed<turn|>{ANSWER}",
        f"<think>\nThe user wants a price.\n</think>\n\n{ANSWER}",
        f"</think>{ANSWER}",
        f"[THINK]Precio.[/THINK]{ANSWER}",
        f"<|channel|>thought\nThe price.<channel|>{ANSWER}",
        f"<|channel|>analysis<|message|>We need a price.<|end|><|start|>assistant<|channel|>final<|message|>{ANSWER}",
        f"<|channel|>final<|message|>{ANSWER}<|return|>",
        f"<|channel|>commentary<|message|>{ANSWER}<|end|>",
        f"<|message|>{ANSWER}",
        f"<|start|>assistant<|message|>{ANSWER}<|end|>",
    ],
)
def test_thinking_is_removed(text: str) -> None:
    found = shown(text)
    assert (found.text, found.retracted, found.finish) == (ANSWER, "", "stop")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<|im_start|>assistant\nHola<|im_end|>", "Hola"),
        ("<|turn>model\nHola<turn|>", "Hola"),
        ("<start_of_turn>model\nHola<end_of_turn>\n<start_of_turn>user\nY el precio?<end_of_turn>", "Hola\n"),
        ("<|start_header_id|>assistant<|end_header_id|>\n\nHola<|eot_id|>", "Hola"),
        ("Hola<|im_end|>\n<|im_start|>user\nY?<|im_end|>\n<|im_start|>assistant\nAdiós", "Hola\nAdiós"),
        ("<|im_start|>Hola", "Hola"),
        ("<s>[INST]Hola[/INST]</s>", "Hola"),
        ("Hola <unused42><unused9999>mundo<eos>", "Hola mundo"),
        ("Hola<|reserved_special_token_250|>", "Hola"),
        ("Hola<tool_call|>", "Hola"),
        ('El <|"|>precio<|"|>', "El precio"),
        ("Uno<|tool_response>response:get_service{price:900}<tool_response|>dos", "Unodos"),
        ("Uno <tool_response>{'price': 900}</tool_response> dos", "Uno dos"),
        ("<tools></tools>Hola", "Hola"),
        ("<|channel|>Hola", "Hola"),
        ("<|start|>¡Hola! Esto no es una cabecera", "¡Hola! Esto no es una cabecera"),
        ("<|channel|>finalmente todo el sitio cuesta poco dinero", "finalmente todo el sitio cuesta poco dinero"),
    ],
)
def test_control_tokens_are_removed(text: str, answer: str) -> None:
    assert shown(text).text == answer


@pytest.mark.parametrize(
    "text",
    [
        "thoughtful work",
        "Thought\nis capitalised",
        "thoughts\nand plans",
        "I thought\nso",
        " con espacio",
        "a < b y c <= d, x <- y",
        "<div class='a'><b>negrita</b></div>",
        "array[0] y [texto](/enlace) y [T",
        "List<String> y x<|y",
        "```python\ndef call(x):\n    return {'name': x}\n```",
        '```json\n{"service": "web", "price": 900}\n```',
        '{"service": "web"}',
        '{"name": "mi-panaderia", "version": "1.0.0"}',
        '```json\n{"name": "mi-panaderia"}\n```',
        "[1, 2, 3]",
        "{nombre}, hola",
        "Para llamar una herramienta se escribe call:get_service{id:web} y ya.",
        "call: 600 000 000",
        "call:me maybe",
        "Teléfono:\ncall:ana{...}",
        "La notación es call:get_service{id:web}",
        "Uno\ndos call:get_service{id:web}",
        "```\ncall:get_service{id:web}\n```",
        "```\ncall:get_service{id:web}",
        "call:get_service{id:web} es la notación de una llamada.",
        '{"name": "search_site", "arguments": {"query": "blog"}} es una llamada.',
        '```json\n{"name": "search_site", "arguments": {"query": "blog"}}\n```\nAsí se escribe.',
        '{"name": "search_site", "arguments": "no object"}',
        '{"name": "search_site"}',
        '{"name": 5}',
        '{"name"; "search_site"}',
        '{"arguments": 5}',
        "`",
        "``",
        "```",
        "```js\nlet a;\n```",
        "c",
        "cal",
        "t",
        "analysis of the market",
        "assistant",
        "the model\nfinal",
        "<",
        "<b",
        "1 <2",
        "😀 <😀>",
    ],
)
def test_ordinary_text_is_untouched(text: str) -> None:
    found = shown(text)
    assert (found.text, found.calls, found.finish) == (text, [], "stop")


@pytest.mark.parametrize(
    "call",
    [
        '```json\n{"name": "search_site", "arguments": {"query": "blog"}}\n```',
        '{"name": "search_site", "arguments": {"query": "blog"}}',
        '{{"name": "search_site", "arguments": {"query": "blog"}}}',
        "call:get_service{id:web}",
    ],
)
def test_what_only_looks_like_a_call_is_shown_as_soon_as_text_follows(call: str) -> None:
    decoder = ChatStreamDecoder(tools=TOOLS)
    assert read_text(decoder, delta(call)) == ""
    assert read_text(decoder, delta("\nAsí se llama")) == (f"{call}\nAsí se llama" if "{{" not in call else "")
    found = read(decoder, delta("."), finish())
    assert not found.calls
    assert found.text.endswith("Así se llama." if "{{" in call else ".")


def test_the_tag_of_a_call_may_be_named_in_prose() -> None:
    assert shown("La etiqueta <tool_call> abre una llamada.").text == "La etiqueta  abre una llamada."
    assert shown("La etiqueta <tool_call>").text == "La etiqueta "


@pytest.mark.parametrize(
    "cut", ["<|chan", "<|tool_call", "<tool_", "[TOOL_C", "<|im_en", "<unuse"], ids=lambda token: str(token)
)
def test_a_control_token_that_was_cut_off_is_not_shown(cut: str) -> None:
    assert shown(f"Hola{cut}", reason="length").text == "Hola"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<|channel>thought\nThe user wants", "length"),
        ("<|channel>thought\nThe user wants", "stop"),
        ("thought\nThe user wants", "length"),
        ("thought", "stop"),
        ("<think>The user", "stop"),
        ("<|channel|>analysis<|message|>The user", "stop"),
        ("<|channel|>analysis", "length"),
        ("<|im_start|>user\nHola", "stop"),
        ("<|im_start|>assis", "length"),
        ("thought\n" + "word " * 5000, "stop"),
    ],
)
def test_thinking_that_never_ends_is_not_shown(text: str, reason: str) -> None:
    found = read(ChatStreamDecoder(tools=TOOLS), delta(text), finish(reason))
    assert found.text == ""
    assert found.finish == reason


def test_thinking_in_a_truncated_stream_is_not_shown() -> None:
    assert read(ChatStreamDecoder(tools=TOOLS), delta("thought\nThe user wants")).text == ""


def test_thinking_before_a_native_call_is_not_shown() -> None:
    call = {"index": 0, "id": "c", "function": {"name": "get_service", "arguments": '{"id":"web"}'}}
    found = read(ChatStreamDecoder(tools=TOOLS), delta("thought\nI need it."), delta(tool_calls=[call]), finish())
    assert (found.text, found.called) == ("", [("get_service", {"id": "web"})])


def test_thinking_without_opener_is_retracted_when_an_answer_follows() -> None:
    found = read(
        ChatStreamDecoder(),
        delta("The tool says 1400, so I answer with that. "),
        delta("I will be brief."),
        delta("<channel|>"),
        delta(ANSWER),
        finish(),
    )
    assert found.text == ANSWER
    assert found.retracted == "The tool says 1400, so I answer with that. I will be brief."


def test_what_was_not_shown_of_thinking_needs_no_retraction() -> None:
    pieces = decode(ChatStreamDecoder(), delta("A short thought.<chan"), delta(f"nel|>{ANSWER}"), finish())
    assert pieces[:-1] == [TextPiece(text=ANSWER)]


def test_shown_text_before_a_closer_stays_when_nothing_follows() -> None:
    pieces = decode(ChatStreamDecoder(), delta(ANSWER + " "), delta("<channel|>"), delta("\n"), finish())
    assert not [piece for piece in pieces if isinstance(piece, RetractPiece)]
    assert read(ChatStreamDecoder(), delta(ANSWER), delta("<channel|>"), finish()).text == ANSWER


def test_reasoning_in_its_own_field_is_not_text() -> None:
    found = read(ChatStreamDecoder(), delta("", reasoning_content="hm"), delta("Hola", reasoning="hm"), finish())
    assert found.text == "Hola"


@pytest.mark.parametrize(
    "marker", ["<|channel>", "<tool_call|>", "[TOOL_CALLS]", "<|im_end|>", "</think>", "<unused12>"]
)
@pytest.mark.parametrize("before", ["", "Hola. ", "Una frase de más de treinta y dos caracteres. "])
def test_every_beginning_of_a_marker_is_held_and_given_back(marker: str, before: str) -> None:
    for size in range(1, len(marker)):
        decoder = ChatStreamDecoder()
        early = read_text(decoder, delta(before + marker[:size]))
        assert len(before) + size - len(early) <= 32
        assert early.startswith(before) or len(before) + size <= 32
        late = read_text(decoder, delta("~ fin"))
        assert early + late == before + marker[:size] + "~ fin"


def read_text(decoder: ChatStreamDecoder, *chunks: bytes) -> str:
    """The text of the pieces that the chunks complete."""
    pieces = [piece for chunk in chunks for piece in decoder.feed(chunk)]
    return "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))


def test_ordinary_text_is_shown_at_once() -> None:
    decoder = ChatStreamDecoder(tools=TOOLS)
    for word in ("El ", "sitio", "\n- uno", "\n\n", "2 ", "< ", "tres"):
        assert read_text(decoder, delta(word)) == word


@pytest.mark.parametrize("halves", [("\ud83d", "\ude00"), ("a\ud83d", "\ude00b")], ids=["alone", "between"])
def test_an_emoji_cut_in_two_is_joined(halves: tuple[str, str]) -> None:
    found = read(ChatStreamDecoder(), *map(delta, halves), finish())
    assert found.text == "".join(halves).encode("utf-16", "surrogatepass").decode("utf-16")


@pytest.mark.parametrize("chunks", [["\ud83d"], ["\ud83d", "x"], ["\ude00"]], ids=["end", "text", "second half"])
def test_half_an_emoji_is_replaced(chunks: list[str]) -> None:
    found = read(ChatStreamDecoder(), *map(delta, chunks), finish())
    assert found.text == "\ufffd" + "".join(chunks[1:])


def test_retraction_in_an_event_of_its_own() -> None:
    decoder = ChatStreamDecoder()
    assert decoder.feed(sse({"response": "Thinking aloud about prices and such."})) == [
        TextPiece(text="Thinking aloud about prices and such.")
    ]
    assert decoder.feed(sse({"response": "<channel|>Hola"})) == [RetractPiece(), TextPiece(text="Hola")]
