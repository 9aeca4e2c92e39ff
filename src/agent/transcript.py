"""The conversation of one run, always in a state that can be sent again, and the tool results it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from agent.tokens import BYTES_PER_TOKEN, estimate_message
from chat.messages import Message, ToolCall

CUT_MARK: Final = "… [cut to fit the token budget]"


class Transcript:
    """History and records of a run.

    Every call that goes in is answered by exactly one tool message, and its arguments are valid JSON: servers refuse
    the whole conversation otherwise (https://github.com/vllm-project/vllm/issues/43995).
    """

    def __init__(self, system: str, user: str) -> None:
        self._messages: list[Message] = [
            Message(role="system", content=system),
            Message(role="user", content=user),
        ]
        self._new = 0
        self.records: list[dict[str, Any]] = []
        """Results as `grounding.check` reads them: what was called with which arguments, and what came back."""

    def messages(self, *, note: str = "") -> Sequence[Message]:
        """What the next call sends; `note` is added to the newest message."""
        if not note:
            return tuple(self._messages)
        newest = self._messages[-1]
        return (*self._messages[:-1], replace(newest, content=f"{newest.content}\n{note}"))

    def add_turn(self, text: str, answered: Sequence[tuple[ToolCall, str]]) -> None:
        """The assistant's turn with its calls, each with the content of its tool message."""
        calls = tuple(call for call, _ in answered)
        self._messages.append(Message(role="assistant", content=text, calls=calls))
        self._messages.extend(
            Message(role="tool", content=content, call_id=call.id, name=call.name) for call, content in answered
        )
        self._new = 1 + len(answered)

    def ask_again(self, answer: str, request: str) -> None:
        """The model's answer and what is wrong with it, as the next call reads them."""
        self._messages.append(Message(role="assistant", content=answer))
        self._messages.append(Message(role="user", content=request))
        self._new = 2

    def record_result(self, id: str, name: str, arguments: Any, result: Mapping[str, Any]) -> None:
        """Keep a result as evidence for the answer's claims."""
        self.records.append({"id": id, "name": name, "arguments": arguments, "ok": True, "result": dict(result)})

    def record_refusal(self, id: str, name: str, arguments: Any, error: str, detail: str) -> None:
        """Keep a refused call; nothing in it is evidence."""
        refusal = {"ok": False, "error": error, "detail": detail}
        self.records.append({"id": id, "name": name, "arguments": arguments, **refusal})

    def new_tokens(self) -> int:
        """Estimated tokens of the messages since the last call: what no model has counted yet."""
        return sum(map(estimate_message, self._messages[-self._new :])) if self._new else 0

    def cut_new_results(self, excess: int) -> None:
        """Shorten the newest tool results, the longest first, by at least `excess` tokens where they have as many."""
        first = len(self._messages) - self._new
        results = [i for i in range(first, len(self._messages)) if self._messages[i].role == "tool"]
        for _ in results:
            if excess <= 0:
                return
            index = max(results, key=lambda i: len(self._messages[i].content.encode()))
            old = self._messages[index]
            self._messages[index] = replace(old, content=_cut(old.content, excess * BYTES_PER_TOKEN))
            excess -= estimate_message(old) - estimate_message(self._messages[index])


def _cut(content: str, surplus: int) -> str:
    """The content without its last `surplus` bytes, cut where a JSON member ends so that no figure is halved."""
    keep = len(content.encode()) - surplus - len(CUT_MARK.encode())
    if keep <= 0:
        return CUT_MARK if len(CUT_MARK) < len(content) else content
    head = content.encode()[:keep].decode("utf-8", "ignore")
    return head[: max(head.rfind(","), 0)] + CUT_MARK
