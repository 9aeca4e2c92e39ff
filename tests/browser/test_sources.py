"""The files of public/ themselves: languages in step, copies current, small, and nothing inline."""

import json
import re
import subprocess
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from agent import events
from catalog.quote import Estimate
from scripts.page.vendor import stale

ROOT = Path(__file__).parents[2]
PUBLIC = ROOT / "public"
PAGES = {"index.html", "quote.html", "contact.html"}
KEYS = """
const [en, es] = await Promise.all(["en", "es"].map((l) => import(`${process.argv[1]}/js/strings.${l}.js`)));
const shape = (value) => {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "function") return `function of ${value.length}`;
  if (typeof value === "object") return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shape(v)]));
  return typeof value;
};
const texts = (value) => (typeof value === "object" ? Object.values(value).flatMap(texts) : [value]);
const same = texts(en.default).filter((text, i) => typeof text === "string" && text === texts(es.default)[i]);
console.log(JSON.stringify({ en: shape(en.default), es: shape(es.default), same }));
"""
SAME_IN_BOTH = {"Plan", "Demo", "Lab", "Blog", "Extras", "Total"}


def test_no_text_is_missing_in_either_language() -> None:
    script = ["node", "--input-type=module", "-e", KEYS, PUBLIC.as_uri()]
    found = json.loads(subprocess.run(script, capture_output=True, check=True, text=True).stdout)
    assert found["en"] == found["es"]
    assert set(found["same"]) <= SAME_IN_BOTH


@pytest.mark.parametrize("name", sorted(PAGES))
def test_both_languages_of_a_page_have_the_same_parts(name: str) -> None:
    def parts(path: Path) -> list[str]:
        return re.findall(r"<(\w+)(?: (?:id|class|rel|data-[\w-]+)=\"[^\"]*\")*", path.read_text())

    assert parts(PUBLIC / name) == parts(PUBLIC / "es" / name)


def test_the_copies_of_libraries_are_current() -> None:
    assert stale() == []


def test_no_page_needs_an_exception_from_the_content_security_policy() -> None:
    headers = (PUBLIC / "_headers").read_text()
    policy = re.search(r"Content-Security-Policy: (.*)", headers)
    assert policy and "unsafe" not in policy[1] and "*" not in policy[1]
    inline = re.compile(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", re.IGNORECASE)
    assert [str(page) for page in PUBLIC.rglob("*.html") if inline.search(page.read_text())] == []


def test_scripts_stay_short() -> None:
    scripts = [path for path in PUBLIC.rglob("*.js") if "vendor" not in path.parts]
    assert {path.name: lines for path in scripts if (lines := len(path.read_text().splitlines())) > 300} == {}


TYPES = (PUBLIC / "agent-client.d.ts").read_text()
TYPED: dict[str, type[BaseModel]] = {
    "StartEvent": events.Start,
    "StepEvent": events.Step,
    "TextEvent": events.TextDelta,
    "ToolCallEvent": events.ToolCallEvent,
    "DoneEvent": events.Done,
    "ErrorEvent": events.Failed,
    "Claim": events.ClaimEvent,
    "Usage": events.Usage,
    "Estimate": Estimate,
}


@pytest.mark.parametrize("name", TYPED)
def test_the_types_of_the_client_are_those_of_the_worker(name: str) -> None:
    interface = re.search(rf"interface {name}( extends EventOf<[^>]*>)? {{\n(.*?)\n}}", TYPES, re.DOTALL)
    assert interface
    typed = dict(re.findall(r"^  (\w+): (.*?);$", interface[2], re.MULTILINE))
    fields = TYPED[name].model_fields
    assert set(typed) | ({"seq", "type"} if interface[1] else set()) == set(fields)
    for field, written in typed.items():
        annotation = fields[field].annotation
        if get_origin(annotation) is Literal and written not in ("Locale", "1"):
            assert set(re.findall(r'"(\w+)"', written)) == set(get_args(annotation)), field


def test_the_types_of_the_client_name_all_that_it_exports() -> None:
    exported = re.compile(r"^export (?:async )?(?:function\*?|class) (\w+)", re.MULTILINE)
    assert exported.findall(TYPES) and set(exported.findall(TYPES)) == set(
        exported.findall((PUBLIC / "agent-client.js").read_text())
    )
