"""The agent's run: a capped loop of model calls and tool calls that ends with one `done` or one `error`.

    start -> (step -> text* -> (tool_call -> tool_result)*)* -> done | error

The model proposes and this loop disposes: every limit is enforced here, whatever the model writes.
"""

import uuid
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from agent.budget import TokenBudget
from agent.ending import Ending
from agent.events import Done, Event, Failed, RunLimits, Start, Step, StopReason, TextDelta
from agent.goal import wrap_goal
from agent.limits import AgentLimits
from agent.meter import Meter
from agent.prompt import correction, last_call_note, system_prompt
from agent.tool_round import ToolRound
from agent.transcript import Transcript
from agent.turn import Turn, listen
from catalog.models import Catalog, Locale
from chat.messages import ChatModel, ChatRequest, Tool
from chat.prices import neurons
from tools.toolbox import Toolbox


async def run(
    goal: str,
    *,
    locale: Locale,
    catalog: Catalog,
    model: ChatModel,
    limits: AgentLimits,
    clock: Callable[[], float],
    toolbox: Toolbox | None = None,
    meter: Meter | None = None,
    run_id: str | None = None,
    site_url: str = "",
) -> AsyncGenerator[Event, None]:
    """The events of one run, from `start` to `done` or `error`.

    `goal` is as `agent.goal.clean_goal` gives it; `clock` is a monotonic clock in seconds. `meter`, where given, holds
    what was spent at any moment, also when the iterator is closed early, which cancels the model's call. `site_url` is
    where the site stands: an address below it is the same link as its path.
    """
    agent = _Run(
        goal,
        locale=locale,
        catalog=catalog,
        model=model,
        limits=limits,
        clock=clock,
        toolbox=toolbox or Toolbox(catalog, locale=locale, whatsapp_number=""),
        site_url=site_url,
        meter=meter or Meter(price=lambda given, made: neurons(model.name, given, made)),
    )
    async with aclosing(agent.events(run_id or uuid.uuid4().hex)) as events:
        async for event in events:
            yield event


class _Run:
    """The state of one run."""

    def __init__(
        self,
        goal: str,
        *,
        locale: Locale,
        catalog: Catalog,
        model: ChatModel,
        limits: AgentLimits,
        clock: Callable[[], float],
        toolbox: Toolbox,
        site_url: str,
        meter: Meter,
    ) -> None:
        self._goal, self._locale, self._catalog = goal, locale, catalog
        self._model, self._limits, self._clock, self._meter = model, limits, clock, meter
        self._began = clock()
        self._next_seq = 0
        self._tools = tuple(
            Tool(name=spec.name, description=spec.description, parameters=spec.parameters) for spec in toolbox.specs
        )
        self._transcript = Transcript(system_prompt(catalog, locale), wrap_goal(goal, locale))
        self._budget = TokenBudget(limits.token_budget, limits.max_tokens, self._tools, note=last_call_note(locale))
        self._ending = Ending(
            goal,
            locale=locale,
            catalog=catalog,
            transcript=self._transcript,
            meter=meter,
            site_url=site_url,
            seq=self._seq,
            elapsed_ms=self._elapsed_ms,
        )
        self._round = ToolRound(toolbox, self._transcript, meter=meter, max_calls=limits.max_tool_calls, seq=self._seq)

    async def events(self, run_id: str) -> AsyncGenerator[Event, None]:
        yield self._start(run_id)
        n, must_answer = 0, False
        while True:
            n += 1
            projected, allowance = self._budget.fit(self._meter.tokens, self._transcript)
            if not allowance:
                yield self._ending.done(self._ending.judge(""), "token_budget")
                return
            forced = self._forced(n, projected)
            last = must_answer or forced is not None
            yield Step(seq=self._seq(), n=n, of=self._limits.max_steps, last=last)
            turn = Turn()
            async with aclosing(self._listen(n, turn, projected, allowance, last)) as deltas:
                async for delta in deltas:
                    yield delta
            if turn.failure:
                yield self._ending.failed(turn.failure)
                return
            if turn.timed_out:
                yield self._out_of_time(turn)
                return
            if turn.repetitive:
                yield self._ending.done(self._ending.judge(turn.answer()), "repetition")
                return
            if last or (turn.answered and not turn.calls and not turn.call_cut):
                async with aclosing(self._conclude(n, turn, forced or "answer")) as ending:
                    async for event in ending:
                        yield event
                return
            if not turn.calls:
                # Nothing readable came: the arguments of a call were cut off, or the model was silent.
                must_answer = True
                continue
            self._meter.shown = True
            for event in self._round.play(n, turn.text, turn.calls, self._late):
                yield event
            if self._late():
                yield self._out_of_time(Turn())
                return

    def _start(self, run_id: str) -> Start:
        limits = self._limits
        return Start(
            seq=self._seq(),
            run=run_id,
            locale=self._locale,
            model=self._model.name,
            demo=self._model.demo,
            limits=RunLimits(
                max_steps=limits.max_steps,
                max_tool_calls=limits.max_tool_calls,
                max_tokens=limits.max_tokens,
                token_budget=limits.token_budget,
                deadline_s=limits.deadline_s,
            ),
        )

    def _forced(self, n: int, projected: int) -> StopReason | None:
        """The limit that makes this call the last one, if there is one."""
        if n >= self._limits.max_steps:
            return "step_limit"
        if self._round.used_up:
            return "tool_limit"
        if not self._budget.leaves_room_after(self._meter.tokens, projected):
            return "token_budget"
        return None

    async def _listen(
        self, n: int, turn: Turn, projected: int, allowance: int, last: bool
    ) -> AsyncGenerator[TextDelta, None]:
        request = ChatRequest(
            messages=self._transcript.messages(note=last_call_note(self._locale) if last else ""),
            tools=self._tools,
            tool_choice="none" if last else "auto",
            max_tokens=allowance,
            temperature=self._limits.temperature,
        )
        read_before = self._meter.input_tokens
        self._meter.begin_call(projected)
        async with aclosing(listen(self._model, request, turn, self._meter, self._remaining)) as deltas:
            async for delta in deltas:
                if self._meter.first_text_ms is None:
                    self._meter.first_text_ms = self._elapsed_ms()
                self._meter.shown = True
                yield TextDelta(seq=self._seq(), n=n, delta=delta)
        self._budget.note_call(self._meter.input_tokens - read_before)

    async def _conclude(self, n: int, turn: Turn, stopped_by: StopReason) -> AsyncGenerator[Event, None]:
        """The answer, asked for once more where the settings say so and it claims what no tool returned."""
        answer = self._ending.judge(turn.answer())
        if self._limits.on_unverified == "correct" and answer.all_unverified and n < self._limits.max_steps:
            self._transcript.ask_again(answer.text, correction(answer.all_unverified, self._locale))
            projected, allowance = self._budget.fit(self._meter.tokens, self._transcript)
            if allowance and not self._late():
                yield Step(seq=self._seq(), n=n + 1, of=self._limits.max_steps, last=True)
                again = Turn()
                async with aclosing(self._listen(n + 1, again, projected, allowance, True)) as deltas:
                    async for delta in deltas:
                        yield delta
                second = self._ending.judge(again.answer())
                if again.answered and len(second.all_unverified) < len(answer.all_unverified):
                    answer = second
        yield self._ending.done(answer, stopped_by)

    def _out_of_time(self, turn: Turn) -> Done | Failed:
        """The end at the deadline: with what there is, or as a failure where nothing was shown."""
        if self._meter.shown:
            return self._ending.done(self._ending.judge(turn.answer() if not turn.calls else ""), "deadline")
        return self._ending.fail("deadline", retryable=True)

    def _seq(self) -> int:
        self._next_seq += 1
        return self._next_seq - 1

    def _remaining(self) -> float:
        return self._limits.deadline_s - (self._clock() - self._began)

    def _late(self) -> bool:
        return self._remaining() <= 0

    def _elapsed_ms(self) -> int:
        return round((self._clock() - self._began) * 1000)
