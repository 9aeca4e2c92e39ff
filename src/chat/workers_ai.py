"""Cloudflare's Workers AI through its binding: https://developers.cloudflare.com/workers-ai/."""

from dataclasses import dataclass

from chat.messages import ChatRequest
from chat.openai import decoder_for, wire_messages, wire_tools
from chat.provider import Decoder, ProviderCall


@dataclass(frozen=True)
class WorkersAi:
    """The inputs of `env.AI.run(model, inputs)`."""

    def call(self, model: str, request: ChatRequest) -> ProviderCall:
        """A streamed call with thinking off, which costs a multiple of the tokens otherwise."""
        return ProviderCall(
            model=model,
            payload={
                "messages": wire_messages(request.messages),
                "stream": True,
                "max_tokens": request.max_tokens,
                "temperature": request.temperature,
                "chat_template_kwargs": {"enable_thinking": False},
                **wire_tools(request),
            },
        )

    def decoder(self, request: ChatRequest) -> Decoder:
        """A decoder that knows the request's tools; it reads both of the binding's shapes."""
        return decoder_for(request)
