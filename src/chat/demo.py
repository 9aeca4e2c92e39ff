"""A model without AI that plays the agent's part by rules, so that the whole works and can be tried without an account.

It reads what any model reads, the conversation and the tools, and speaks the same bytes; from the catalog it takes only
the words to understand a goal, never a fact of an answer.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from catalog.models import LOCALES, Catalog
from chat.demo_intent import Interpreter
from chat.demo_script import next_turn
from chat.demo_wire import write_stream
from chat.messages import ChatRequest
from chat.pieces import Piece
from chat.prices import DEMO
from chat.stream import ChatStreamDecoder


class DemoModel:
    """A `ChatModel` that is deterministic and costs nothing."""

    name = DEMO
    demo = True

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._interpreters = {locale: Interpreter(catalog, locale) for locale in LOCALES}

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        """The pieces of one call, decoded from bytes as those of any model are."""
        decoder = ChatStreamDecoder(tools=[tool.name for tool in request.tools], tool_choice=request.tool_choice)
        for chunk in write_stream(next_turn(self._catalog, self._interpreters, request), request):
            if pieces := decoder.feed(chunk):
                yield pieces
            # Lets what was said so far reach the visitor.
            await asyncio.sleep(0)
