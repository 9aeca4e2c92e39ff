"""The last event of a run: `done` with a judged answer, or `error` in the visitor's words."""

from collections.abc import Callable

from agent.answer import JudgedAnswer, judge
from agent.events import Done, ErrorCode, Failed, StopReason
from agent.meter import Meter
from agent.summary import summarise
from agent.texts import text
from agent.transcript import Transcript
from catalog.models import Catalog, Locale
from chat.errors import ModelError, ModelQuotaExhausted
from chat.pieces import ErrorPiece


class Ending:
    """Makes the last event from what the run has gathered."""

    def __init__(
        self,
        goal: str,
        *,
        locale: Locale,
        catalog: Catalog,
        transcript: Transcript,
        meter: Meter,
        site_url: str,
        seq: Callable[[], int],
        elapsed_ms: Callable[[], int],
    ) -> None:
        self._goal, self._locale, self._catalog = goal, locale, catalog
        self._transcript, self._meter, self._site_url = transcript, meter, site_url
        self._seq, self._elapsed_ms = seq, elapsed_ms

    def judge(self, answer: str) -> JudgedAnswer:
        """The answer with its claims; an empty one is put together from the tools' results."""
        records = self._transcript.records
        words = answer.strip() or summarise(records, self._service_names(), self._locale)
        return judge(
            words,
            records,
            goal=self._goal,
            locale=self._locale,
            currency=self._catalog.site.currency,
            site_url=self._site_url,
        )

    def done(self, answer: JudgedAnswer, stopped_by: StopReason) -> Done:
        """The run has an answer."""
        self._meter.count("links_repaired", answer.links_repaired)
        return Done(
            seq=self._seq(),
            answer=answer.text,
            stopped_by=stopped_by,
            unverified_amounts=answer.unverified("money"),
            unverified_durations=answer.unverified("duration"),
            unverified_links=answer.unverified("link"),
            claims=answer.claims,
            usage=self._meter.usage(total_ms=self._elapsed_ms()),
        )

    def failed(self, failure: ModelError | ErrorPiece) -> Failed:
        """The model failed; its provider's code and words go to the owner's log line, not to the visitor."""
        self._meter.notes["failure"] = failure.detail[:300]
        if failure.provider_code is not None:
            self._meter.notes["provider_code"] = failure.provider_code
        match failure:
            case ModelQuotaExhausted():
                return self.fail("model_quota", retryable=False)
            case ModelError():
                return self.fail("model_unavailable", retryable=failure.retryable)
            case ErrorPiece(code="stream_truncated"):
                return self.fail("stream_truncated", retryable=True)
            case _:
                return self.fail("model_unavailable", retryable=True)

    def fail(self, code: ErrorCode, *, retryable: bool) -> Failed:
        """The run has no answer."""
        return Failed(seq=self._seq(), code=code, message=text(code, self._locale), retryable=retryable)

    def _service_names(self) -> dict[str, str]:
        pages = self._catalog.service_pages.items()
        return {id: page.title for (id, locale), page in pages if locale == self._locale}
