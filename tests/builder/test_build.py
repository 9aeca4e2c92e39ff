"""The catalog that a content folder becomes."""

import hashlib
import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from catalog.models import Catalog
from scripts.builder.build import build_site, render
from scripts.builder.money_format import money_format
from tests.builder.conftest import ContentFolder

ROOT = Path(__file__).parents[2]


def test_another_business_becomes_a_catalog(folder: ContentFolder, public: Path) -> None:
    catalog = build_site(folder.path, public).catalog
    assert catalog.counts == {"service": 2, "project": 1, "lab": 0, "blog": 1, "faq": 1}
    assert (catalog.site.name, catalog.site.currency, catalog.site.rounding) == ("Lomaverde", "MXN", Decimal(50))
    programa, sesion = catalog.services
    assert programa.model_dump() == {
        "id": "programa",
        "price_from": Decimal(5800),
        "factor_min": Decimal("0.9"),
        "factor_max": Decimal("1.25"),
        "weeks_min": 5,
        "weeks_max": 8,
        "extras": ("informe", "domicilio"),
        "includes": {
            "en": ("Ten one-hour sessions", "Exercise plan on video", "Check-up after three months"),
            "es": ("Diez sesiones de una hora", "Plan de ejercicios en video", "Revisión a los tres meses"),
        },
    }
    assert (sesion.factor_min, sesion.factor_max) == (Decimal(1), Decimal(1))
    assert sesion.extras == ("vendaje", "domicilio", "informe")
    assert [(extra.id, extra.price) for extra in catalog.extras] == [
        ("domicilio", Decimal(250)),
        ("informe", Decimal("349.5")),
        ("vendaje", Decimal(120)),
    ]
    assert catalog.extra_by_id["informe"].name == {"en": "Report for your insurer", "es": "Informe para el seguro"}


def test_each_entry_is_a_page_in_each_language(folder: ContentFolder, public: Path) -> None:
    pages = build_site(folder.path, public).catalog.pages
    assert [(page.kind, page.id, page.locale, page.path, page.date) for page in pages] == [
        ("service", "programa", "en", "/services/programa", None),
        ("service", "programa", "es", "/es/servicios/programa", None),
        ("service", "sesion", "en", "/services/sesion", None),
        ("service", "sesion", "es", "/es/servicios/sesion", None),
        ("project", "maratonista", "en", "/projects/maratonista", "2026-03-02"),
        ("project", "maratonista", "es", "/es/proyectos/maratonista", "2026-03-02"),
        ("blog", "espalda", "en", "/blog/espalda", "2026-05-20"),
        ("blog", "espalda", "es", "/es/blog/espalda", "2026-05-20"),
        ("faq", "seguro", "en", "/faq/seguro", None),
        ("faq", "seguro", "es", "/es/preguntas/seguro", None),
    ]
    assert pages[6].title == "Three exercises for your back"
    assert pages[6].summary == "To do at the office, without changing clothes."
    assert pages[6].body == "1. Shoulder rolls.\n2. Side stretch.\n3. A walk of five minutes."


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(folder: ContentFolder, public: Path) -> None:
    before = render(build_site(folder.path, public).catalog)
    for path in folder.path.rglob("*.*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert render(build_site(folder.path, public).catalog) == before


def test_yaml_words_and_quotes_are_texts(folder: ContentFolder, public: Path) -> None:
    folder.edit("faq/seguro.en.md", "title: Do you take insurance?", "title: No")
    folder.edit("faq/seguro.es.md", "title: ¿Aceptan seguros?", 'title: "2026: sí"')
    titles = {page.locale: page.title for page in build_site(folder.path, public).catalog.pages if page.kind == "faq"}
    assert titles == {"en": "No", "es": "2026: sí"}


def test_the_file_reads_back_as_the_same_catalog(folder: ContentFolder, public: Path, tmp_path: Path) -> None:
    catalog = build_site(folder.path, public).catalog
    (tmp_path / "catalog.json").write_bytes(render(catalog))
    assert Catalog.load(tmp_path / "catalog.json") == catalog


def test_the_hash_is_of_everything_else(folder: ContentFolder, public: Path) -> None:
    data = json.loads(render(build_site(folder.path, public).catalog))
    claimed = data.pop("hash")
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert claimed == hashlib.sha256(text.encode()).hexdigest()
    folder.edit("services/sesion.es.md", "650", "651")
    assert build_site(folder.path, public).catalog.hash != claimed


def test_prices_are_json_numbers_as_short_as_they_can_be(folder: ContentFolder, public: Path) -> None:
    text = render(build_site(folder.path, public).catalog).decode()
    assert '"price": 349.5\n' in text
    assert '"price_from": 5800,\n' in text
    assert '"factor_min": 0.9,\n' in text


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_bytes_do_not_depend_on_the_machine(seed: str, folder: ContentFolder, public: Path, tmp_path: Path) -> None:
    out = tmp_path / "other.json"
    environment = {"PYTHONPATH": f"{ROOT}:{ROOT / 'src'}", "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-m", "scripts.builder", "--content", str(folder.path), "--out", str(out)]
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)
    assert out.read_bytes() == render(build_site(folder.path, public).catalog)


MONEY = {
    ("EUR", "en"): ("€{}", ",", ".", 2),
    ("EUR", "es"): ("{} €", ".", ",", 2),
    ("MXN", "en"): ("MX${}", ",", ".", 2),
    ("MXN", "es"): ("{} MXN", ".", ",", 2),
    ("COP", "en"): ("COP {}", ",", ".", 0),
    ("COP", "es"): ("{} COP", ".", ",", 0),
    ("GBP", "en"): ("£{}", ",", ".", 2),
    ("USD", "es"): ("{} US$", ".", ",", 2),
    ("JPY", "en"): ("¥{}", ",", ".", 0),
    ("CHF", "en"): ("CHF {}", ",", ".", 2),
}


@pytest.mark.parametrize("case", MONEY, ids="-".join)
def test_money_is_written_as_the_locale_does_with_plain_spaces(case: tuple[str, str]) -> None:
    form = money_format(case[0], "en" if case[1] == "en" else "es")
    assert (form.pattern, form.group, form.decimal, form.digits) == MONEY[case]
