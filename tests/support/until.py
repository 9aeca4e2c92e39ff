"""Waiting for what another process does and announces nowhere, as a row that it writes."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def until(condition: Callable[[], T], timeout_s: float = 20) -> T:
    """Polls until `condition` is truthy and returns its value; raises `TimeoutError` where it never is."""
    async with asyncio.timeout(timeout_s):
        while not (value := condition()):  # noqa: ASYNC110  it happens in another process
            await asyncio.sleep(0.02)
        return value
