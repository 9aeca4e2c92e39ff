"""One timer for many waits: what is cut short, what is not, and how many timers it takes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from chat.waiting import WaitLimit

SHORT, LONG = 0.01, 30.0
"""Seconds that are waited for here, and seconds that no test waits for."""


def never() -> "asyncio.Future[str]":
    """A promise that never settles."""
    return asyncio.get_running_loop().create_future()


async def said(text: str) -> str:
    """A wait that gives way once."""
    await asyncio.sleep(0)
    return text


async def test_a_wait_that_takes_too_long_is_cancelled() -> None:
    answer = never()
    with WaitLimit() as limit:
        with pytest.raises(TimeoutError, match=r"0\.01 s"):
            await limit.wait(answer, SHORT)
        assert limit.expired
    assert answer.cancelled()


async def test_a_wait_that_expired_leaves_the_next_one_its_own_time() -> None:
    with WaitLimit() as limit:
        with pytest.raises(TimeoutError):
            await limit.wait(never(), SHORT)
        assert await limit.wait(said("b"), LONG) == "b"
        assert not limit.expired


async def test_the_time_runs_anew_with_each_wait() -> None:
    """The timer of the first wait fires while the second one has time left, and is set again for its end."""
    with WaitLimit() as limit:
        assert await limit.wait(said("a"), SHORT) == "a"
        assert await limit.wait(asyncio.sleep(3 * SHORT, "b"), LONG) == "b"
        with pytest.raises(TimeoutError):
            await limit.wait(never(), SHORT)


async def test_no_time_runs_between_two_waits() -> None:
    with WaitLimit() as limit:
        assert await limit.wait(said("a"), SHORT) == "a"
        await asyncio.sleep(3 * SHORT)
        assert not limit.expired
        assert await limit.wait(said("b"), SHORT) == "b"


@pytest.mark.parametrize(
    ("waits", "count"), [([LONG] * 50, 1), ([LONG, LONG - 1, LONG + 1], 2)], ids=["equal", "shorter, then longer"]
)
async def test_timers_do_not_pile_up(waits: list[float], count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    timers: list[float] = []
    loop = asyncio.get_running_loop()
    set_timer = loop.call_at

    def call_at(when: float, *args: Any, **kwargs: Any) -> asyncio.TimerHandle:
        timers.append(when)
        return set_timer(when, *args, **kwargs)

    monkeypatch.setattr(loop, "call_at", call_at)
    with WaitLimit() as limit:
        for seconds in waits:
            await limit.wait(said(""), seconds)
    assert len(timers) == count


@pytest.mark.parametrize(
    "answer",
    [lambda: asyncio.wait_for(never(), SHORT), lambda: _raise(TimeoutError("its own"))],
    ids=["inner-wait", "raised"],
)
async def test_a_timeout_of_the_answer_itself_is_told_apart(answer: Callable[[], Awaitable[str]]) -> None:
    with WaitLimit() as limit:
        with pytest.raises(TimeoutError):
            await limit.wait(answer(), LONG)
        assert not limit.expired


async def test_a_cancelled_task_stays_cancelled() -> None:
    async def wait() -> None:
        with WaitLimit() as limit:
            await limit.wait(never(), LONG)

    task = asyncio.ensure_future(wait())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_answer_that_outlives_its_limit_leaves_no_cancellation_behind() -> None:
    async def stubborn() -> str:
        try:
            return await never()
        except asyncio.CancelledError:
            return "late"

    with WaitLimit() as limit:
        assert await limit.wait(stubborn(), SHORT) == "late"
    task = asyncio.current_task()
    assert task and task.cancelling() == 0


async def test_of_two_limits_that_end_together_the_outer_one_is_told() -> None:
    async def wait(inner: WaitLimit) -> str:
        return await inner.wait(never(), SHORT)

    with WaitLimit() as outer, WaitLimit() as inner:
        with pytest.raises(TimeoutError):
            await outer.wait(wait(inner), SHORT)
        assert outer.expired
    task = asyncio.current_task()
    assert task and task.cancelling() == 0


async def _raise(error: Exception) -> str:
    raise error
