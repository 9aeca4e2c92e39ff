"""What the demo model does next: a plan and a search, the service, the estimate with the next step, the answer."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from catalog.models import Catalog, Locale
from chat.demo_answer import answer, plan
from chat.demo_history import History, read_history
from chat.demo_intent import Intent, Interpreter
from chat.demo_wire import DemoTurn
from chat.messages import ChatRequest, ToolCall

Step = tuple[str, dict[str, Any]]


def next_turn(catalog: Catalog, interpreters: Mapping[Locale, Interpreter], request: ChatRequest) -> DemoTurn:
    """The turn that follows the conversation: calls as long as something is to be looked up, then the answer."""
    history = read_history(request.messages)
    intent = interpreters[history.locale].intent(history.goal)
    declared = {tool.name for tool in request.tools} if request.tool_choice == "auto" else set()
    for steps in _stages(intent, history):
        due = [step for step in steps if step[0] in declared and step[0] not in history.made]
        if due:
            text = plan(catalog, intent, history.locale) if not history.made else ""
            return DemoTurn(text=text, calls=tuple(_calls(due, len(history.made))))
    return DemoTurn(text=answer(catalog, intent, history))


def _stages(intent: Intent, history: History) -> Iterator[list[Step]]:
    """The calls of each turn; a tool that was called before is not called again."""
    if intent.query:
        yield [("search_site", {"query": intent.query})]
    match intent.kind:
        case "quote":
            yield [("get_service", {"service": intent.service})]
            yield [
                ("estimate_quote", {"service": intent.service, "extras": _offered(intent, history)}),
                ("suggest_next_step", {"kind": "quote", "service": intent.service}),
            ]
        case "information":
            if not history.results.get("search_site", {}).get("hits"):
                yield [("suggest_next_step", {"kind": "contact"})]
        case "unknown":
            yield [("suggest_next_step", {"kind": "contact"})]
        case _:
            assert_never(intent.kind)


def _offered(intent: Intent, history: History) -> list[str]:
    """The extras that are meant and that get_service has listed, where it was heard."""
    service = history.results.get("get_service")
    if service is None:
        return list(intent.extras)
    listed = {extra["id"] for extra in service["extras"]}
    return [extra for extra in intent.extras if extra in listed]


def _calls(steps: list[Step], made: int) -> Iterator[ToolCall]:
    for at, (name, arguments) in enumerate(steps, start=made + 1):
        yield ToolCall(id=f"call_{at}", name=name, arguments=json.dumps(arguments, ensure_ascii=False))
