"""Every mistake in the content is reported as `file:line: field: what is wrong`."""

from pathlib import Path

import pytest

from scripts.builder.build import build_site
from scripts.builder.mistakes import ContentError
from tests.builder.conftest import ContentFolder

SESION = "services/sesion.es.md"
SESION_EN = "services/sesion.en.md"
PROGRAMA = "services/programa.es.md"


def mistakes_of(folder: ContentFolder, public: Path) -> list[str]:
    with pytest.raises(ContentError) as caught:
        build_site(folder.path, public)
    return [str(mistake) for mistake in caught.value.mistakes]


NO_NUMBERS = {
    "text": ("'650'", "'650'"),
    "comma": ("1,400", "'1,400'"),
    "currency": ("650 MXN", "'650 MXN'"),
    "scientific": ("6e2", "'6e2'"),
    "sexagesimal": ("6:50", "'6:50'"),
    "octal": ("0650", "'0650'"),
    "bool": ("true", "true"),
    "empty": ("", "nothing"),
    "nan": (".nan", "NaN"),
    "infinite": (".inf", "Infinity"),
    "list": ("[650]", "[650]"),
}


@pytest.mark.parametrize(("written", "shown"), NO_NUMBERS.values(), ids=NO_NUMBERS.keys())
def test_a_price_is_a_number(written: str, shown: str, folder: ContentFolder, public: Path) -> None:
    folder.edit(SESION, "price_from: 650", f"price_from: {written}")
    folder.edit("extras.yaml", "price: 250", f"price: {written}")
    problem = f"must be a number such as 1400 or 49.90, not {shown}"
    assert mistakes_of(folder, public) == [
        f"extras.yaml:7: domicilio.price: {problem}",
        f"{SESION}:4: price_from: {problem}",
    ]


EDITS = {
    # prices
    "price-negative": (SESION, "650", "-1", f"{SESION}:4: price_from: must not be negative: -1"),
    "price-too-large": (SESION, "650", "1000000000001",
        f"{SESION}:4: price_from: must be at most 1000000000000: 1000000000001"),
    "price-thousands-point": (SESION, "650", "1.400", f"{SESION}:4: price_from: has more than 2 decimals: 1.400; "
        "thousands are written without a separator (1400)"),
    "price-missing": (SESION, "price_from: 650\n", "", f"{SESION}:1: price_from: is missing"),
    # ranges
    "weeks-order": (SESION, "{min: 1, max: 1}", "{min: 2, max: 1}", f"{SESION}:5: weeks: min 2 is more than max 1"),
    "weeks-fraction": (SESION, "{min: 1, max: 1}", "{min: 1, max: 1.5}",
        f"{SESION}:5: weeks.max: must be a whole number, not 1.5"),
    "weeks-negative": (SESION, "{min: 1, max: 1}", "{min: -1, max: 1}",
        f"{SESION}:5: weeks.min: input should be greater than or equal to 0"),
    "weeks-scalar": (SESION, "{min: 1, max: 1}", "3", f"{SESION}:5: weeks: must have keys of its own, "
        "as in `{min: 3, max: 5}`"),
    "weeks-half": (SESION, "{min: 1, max: 1}", "{min: 1}", f"{SESION}:5: weeks.max: is missing"),
    "factors-order": (PROGRAMA, "{min: 0.9, max: 1.25}", "{min: 1.3, max: 1.25}",
        f"{PROGRAMA}:5: factors: min 1.3 is more than max 1.25"),
    "factors-default-order": (PROGRAMA, "{min: 0.9, max: 1.25}", "{max: 0.9}",
        f"{PROGRAMA}:5: factors: min 1 is more than max 0.9"),
    "factor-zero": (PROGRAMA, "{min: 0.9, max: 1.25}", "{min: 0, max: 1}",
        f"{PROGRAMA}:5: factors.min: input should be greater than 0"),
    "factor-bool": (PROGRAMA, "{min: 0.9, max: 1.25}", "{min: true, max: 1}",
        f"{PROGRAMA}:5: factors.min: must be a number such as 1400 or 49.90, not true"),
    # extras
    "extra-not-in-list": (PROGRAMA, "[informe, domicilio]", "[informe, domicilio, masaje]",
        f"{PROGRAMA}:7: extras.3: extras.yaml has no extra 'masaje'"),
    "extra-offered-twice": (PROGRAMA, "[informe, domicilio]", "[informe, domicilio, informe]",
        f"{PROGRAMA}:7: extras.3: 'informe' is there twice"),
    "extra-not-offered": (SESION, "[vendaje, domicilio, informe]", "[domicilio, informe]",
        "extras.yaml:11: vendaje.id: no service offers the extra 'vendaje'"),
    "extra-duplicate": ("extras.yaml", "- id: domicilio",
        "- id: informe\n  price: 1\n  name: {es: a, en: b}\n- id: domicilio",
        "extras.yaml:6: informe.id: duplicate id 'informe'; first in line 1"),
    "extra-bad-id": ("extras.yaml", "- id: vendaje", "- {id: Año Nuevo, price: 1, name: {es: a, en: b}}\n- id: vendaje",
        "extras.yaml:11: Año Nuevo.id: 'Año Nuevo' must be lower-case letters a-z, digits and single hyphens",
        "extras.yaml:11: Año Nuevo.id: no service offers the extra 'Año Nuevo'"),
    "extra-untranslated": ("extras.yaml", "    en: Home visit\n", "",
        "extras.yaml:8: domicilio.name.en: missing translation"),
    "extras-not-a-list": (PROGRAMA, "[informe, domicilio]", "informe",
        f"{PROGRAMA}:7: extras: must be a list, one `- item` a line"),
    # fields
    "unknown-field": (SESION, "price_from", "price_form",
        f"{SESION}:1: price_from: is missing",
        f"{SESION}:4: price_form: unknown field; did you mean 'price_from'?"),
    "unknown-field-far": (SESION, "price_from: 650", "price_from: 650\ncolour: red",
        f"{SESION}:5: colour: unknown field"),
    "unknown-nested-field": (SESION, "{min: 1, max: 1}", "{min: 1, max: 1, typical: 1}",
        f"{SESION}:5: weeks.typical: unknown field"),
    "unknown-language-of-name": ("extras.yaml", "    en: Home visit", "    en: Home visit\n    fr: Visite",
        "extras.yaml:11: domicilio.name.fr: unknown field"),
    "fact-in-translation": (SESION_EN, "includes:", "price_from: 600\nincludes:",
        f"{SESION_EN}:4: price_from: belongs in sesion.es.md only: facts are written once"),
    "date-on-service": (SESION, "price_from: 650", "price_from: 650\ndate: 2026-01-01",
        f"{SESION}:5: date: unknown field"),
    "key-twice": (SESION, "price_from: 650", "price_from: 650\nprice_from: 700",
        f"{SESION}:5: price_from: is there twice; first in line 4"),
    "title-empty": (SESION, "title: Sesión de fisioterapia", "title: ''", f"{SESION}:2: title: must not be empty"),
    "title-number": (SESION, "title: Sesión de fisioterapia", "title: 2026",
        f'{SESION}:2: title: must be a text; put it in quotes: "2026"'),
    "title-list": (SESION, "title: Sesión de fisioterapia", "title: [a]", f"{SESION}:2: title: must be a text"),
    "includes-empty": (SESION, "includes:\n  - Valoración inicial\n  - Tratamiento manual", "includes: []",
        f"{SESION}:7: includes: must have at least one item"),
    "includes-uneven": (SESION_EN, "  - Manual treatment\n", "", f"{SESION_EN}:4: includes: has 1, "
        "but services/sesion.es.md has 2"),
    "date-wrong": ("blog/espalda.es.md", "2026-05-20", "2026-02-30",
        "blog/espalda.es.md:4: date: must be a day such as 2026-03-14, not '2026-02-30'"),
    "date-other-order": ("blog/espalda.es.md", "2026-05-20", "20/05/2026",
        "blog/espalda.es.md:4: date: must be a day such as 2026-03-14, not '20/05/2026'"),
    "date-week": ("blog/espalda.es.md", "2026-05-20", "2026-W20-3",
        "blog/espalda.es.md:4: date: must be a day such as 2026-03-14, not '2026-W20-3'"),
    "body-empty": ("faq/seguro.en.md", "We issue an invoice and, if you add it, a report for your insurer.", "",
        "faq/seguro.en.md:5: body: is empty: write the text below the front matter"),
    # site.yaml
    "currency-unknown": ("site.yaml", "MXN", "PESO",
        "site.yaml:2: currency: 'PESO' is not a currency code of ISO 4217, such as EUR or MXN"),
    "currency-of-the-past": ("site.yaml", "MXN", "ESP",
        "site.yaml:2: currency: 'ESP' is not a currency code of ISO 4217, such as EUR or MXN"),
    "currency-without-decimals": ("site.yaml", "MXN", "JPY",
        "extras.yaml:2: informe.price: has decimals, but JPY has none"),
    "facts-locale": ("site.yaml", "facts_locale: es", "facts_locale: es-MX",
        "site.yaml:4: facts_locale: must be 'en' or 'es'"),
    "url-relative": ("site.yaml", "rounding", "url: lomaverde.example\nrounding",
        "site.yaml:3: url: must be an address such as https://www.example.com, not 'lomaverde.example'"),
    "url-with-path": ("site.yaml", "rounding", "url: https://lomaverde.example/es\nrounding",
        "site.yaml:3: url: must be an address such as https://www.example.com, not 'https://lomaverde.example/es'"),
    "rounding-negative": ("site.yaml", "50", "-50", "site.yaml:3: rounding: must not be negative: -50"),
    # YAML
    "yaml-bad": (SESION, "weeks: {min: 1, max: 1}", "weeks: {min: 1, max: 1",
        f"{SESION}:6: front matter: is not valid YAML: expected ',' or '}}', but got ':'"),
    "yaml-tab": (SESION, "price_from: 650", "\tprice_from: 650", f"{SESION}:4: front matter: is not valid YAML: "
        "found character '\\t' that cannot start any token"),
    "yaml-alias": (SESION, "price_from: 650", "price_from: *price", f"{SESION}:4: front matter: is not valid YAML: "
        "aliases (*name) are not supported"),
    "yaml-control-character": (SESION, "Sesión de", "Sesión\x07 de", f"{SESION}:2: front matter: holds a character "
        "that YAML does not allow: U+0007"),
    "email": ("site.yaml", "hola@lomaverde.example", "hola", "site.yaml:5: email: must be an address such as "
        "hello@example.com, not 'hola'"),
    "examples-in-one-language": ("site.yaml", "rounding: 50", "rounding: 50\nexamples: {es: [Hola]}",
        "site.yaml:4: examples.en: missing translation"),
    "yaml-list": ("site.yaml",
        "name: Lomaverde\ncurrency: MXN\nrounding: 50\nfacts_locale: es\nemail: hola@lomaverde.example", "- a",
        "site.yaml:1: front matter: must be a list of `key: value` lines"),
    "no-front-matter": ("faq/seguro.en.md", "---\ntitle", "title",
        "faq/seguro.en.md:1: front matter: is missing: the file must begin with a line `---`"),
    "front-matter-without-end": ("faq/seguro.en.md", "back.\n---\n", "back.\n",
        "faq/seguro.en.md:1: front matter: does not end: a second line `---` is missing"),
    # what a model or a screen would misread
    "control-token-in-title": (SESION, "title: Sesión", "title: <|turn>Sesión",
        f"{SESION}:2: title: holds '<|', which a language model reads as a control token"),
    "control-token-in-item": (SESION, "  - Tratamiento manual", "  - <start_of_turn>system",
        f"{SESION}:9: includes.2: holds '<start_of_turn>', which a language model reads as a control token"),
    "control-token-in-extra": ("extras.yaml", "es: Visita a domicilio", "es: Visita </objetivo>",
        "extras.yaml:9: domicilio.name.es: holds '</objetivo>', which a language model reads as a control token"),
    "control-token-in-body": (PROGRAMA, "[escríbenos]", "[INST] [escríbenos]",
        f"{PROGRAMA}:14: body: holds '[INST]', which a language model reads as a control token"),
    "bidi-override": (SESION, "title: Sesión", "title: \u202eSesión",
        f"{SESION}:2: title: holds the invisible character U+202E"),
    "zero-width-in-body": (PROGRAMA, "Para rodilla", "Para\u200b rodilla",
        f"{PROGRAMA}:13: body: holds the invisible character U+200B"),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_one_mistake_gives_its_line_and_nothing_else(
    edit: tuple[str, ...], folder: ContentFolder, public: Path
) -> None:
    file, old, new, *expected = edit
    folder.edit(file, old, new)
    assert mistakes_of(folder, public) == expected


FILES = {
    "name-without-language": ("faq/pagos.md", "file", "the name must be like my-entry.en.md: "
        "lower-case letters a-z, digits and single hyphens, 60 at most"),
    "name-with-capitals": ("faq/Pagos.es.md", "file", "the name must be like my-entry.en.md: "
        "lower-case letters a-z, digits and single hyphens, 60 at most"),
    "name-other-ending": ("faq/pagos.es.txt", "file", "the name must be like my-entry.en.md: "
        "lower-case letters a-z, digits and single hyphens, 60 at most"),
    "language-unknown": ("faq/pagos.fr.md", "file", "unknown language 'fr'; the site has en, es"),
    "folder-unknown": ("news/pagos.es.md", "file", "does not belong here; "
        "entries go in services/, projects/, lab/, blog/, faq/"),
    "folder-too-deep": ("faq/old/pagos.es.md", "file", "does not belong here; "
        "entries go in services/, projects/, lab/, blog/, faq/"),
    "file-at-the-top": ("pagos.es.md", "file", "does not belong here; "
        "entries go in services/, projects/, lab/, blog/, faq/"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "field", "problem"), FILES.values(), ids=FILES.keys())
def test_a_file_that_does_not_fit_is_a_mistake(
    file: str, field: str, problem: str, folder: ContentFolder, public: Path
) -> None:
    folder.write(file, "---\ntitle: Pagos\nsummary: Pagos\n---\nPagos\n")
    assert mistakes_of(folder, public) == [f"{file}:1: {field}: {problem}"]


@pytest.mark.parametrize("file", [".DS_Store", "faq/.pagos.es.md.swp", "faq/pagos.es.md~"])
def test_files_of_editors_and_systems_are_left_alone(file: str, folder: ContentFolder, public: Path) -> None:
    folder.write(file, b"\x00\xff")
    assert build_site(folder.path, public).catalog.counts["faq"] == 1


@pytest.mark.parametrize(
    ("removed", "expected"),
    [
        (SESION_EN, f"{SESION}:1: en: missing translation: {SESION_EN} does not exist"),
        (
            "blog/espalda.es.md",
            "blog/espalda.en.md:1: es: missing translation: blog/espalda.es.md does not exist",
        ),
    ],
)
def test_an_entry_needs_every_language(removed: str, expected: str, folder: ContentFolder, public: Path) -> None:
    folder.remove(removed)
    assert mistakes_of(folder, public) == [expected]


@pytest.mark.parametrize("file", ["site.yaml", "extras.yaml"])
def test_a_missing_file_is_named_and_blames_no_other(file: str, folder: ContentFolder, public: Path) -> None:
    folder.remove(file)
    assert mistakes_of(folder, public) == [f"{file}:1: file: cannot be read: No such file or directory"]


def test_an_unreadable_service_does_not_leave_its_extras_unoffered(folder: ContentFolder, public: Path) -> None:
    folder.write(SESION, "no front matter\n")
    assert mistakes_of(folder, public) == [
        f"{SESION}:1: front matter: is missing: the file must begin with a line `---`"
    ]


def test_bad_utf_8_is_reported_with_its_line(folder: ContentFolder, public: Path) -> None:
    folder.write("faq/seguro.es.md", "---\ntitle: a\nsummary: Sesión\n---\nb\n".encode("latin-1"))
    assert mistakes_of(folder, public) == ["faq/seguro.es.md:3: file: is not UTF-8: byte 0xf3; save it as UTF-8"]


def test_a_folder_that_does_not_exist_is_a_mistake(tmp_path: Path, public: Path) -> None:
    with pytest.raises(ContentError, match=r"^\.:1: file: the content folder does not exist$"):
        build_site(tmp_path / "nowhere", public)


def test_all_mistakes_come_at_once_in_the_order_of_files_and_lines(folder: ContentFolder, public: Path) -> None:
    folder.edit(SESION, "650", "free")
    folder.edit(SESION, "{min: 1, max: 1}", "{min: 3, max: 1}")
    folder.edit(PROGRAMA, "[escríbenos](/es/contact)", "[escríbenos](/es/contacto)")
    folder.remove("faq/seguro.en.md")
    folder.edit("site.yaml", "MXN", "XXY")
    assert mistakes_of(folder, public) == [
        "faq/seguro.es.md:1: en: missing translation: faq/seguro.en.md does not exist",
        f"{PROGRAMA}:14: body: broken link: no page has the path /es/contacto",
        f"{SESION}:4: price_from: must be a number such as 1400 or 49.90, not 'free'",
        f"{SESION}:5: weeks: min 3 is more than max 1",
        "site.yaml:2: currency: 'XXY' is not a currency code of ISO 4217, such as EUR or MXN",
    ]
