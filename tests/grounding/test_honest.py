"""Right answers in the words that people write them in, each beside the nearest wrong ones."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

RUNS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent.parent / "corpus/runs.json").read_text("utf-8")
)
GOALS = {
    "en": "I have 2,000 euros for a site with a blog, in 4 weeks",
    "es": "tengo 2000 euros para una web con blog, en 4 semanas",
}


def statuses(run: str, answer: str, goal: str | None = None) -> list[tuple[str, str]]:
    locale = run[-2:]
    goal = GOALS[locale] if goal is None else goal
    claims = check_answer(answer, tool_results=RUNS[run], goal=goal, locale=locale, currency="EUR")
    return [(claim.text, claim.status) for claim in claims]


HONEST = [
    # A service by a part of its name, without "the".
    ("two_en", "A website starts at €1,400 and an online store at €2,900."),
    ("two_en", "A website takes 3 to 5 weeks and an online store takes 6 to 9 weeks."),
    ("two_es", "Una web parte de 1.400 € y una tienda online, de 2.900 €."),
    ("two_es", "Tu web costaría 1.400 € y tu tienda online 2.900 €."),
    # What is left of a budget.
    ("web_en", "The website with a blog starts at €1,700, leaving you €300 of your €2,000."),
    ("web_en", "The website with a blog starts at €1,700, so your €2,000 is enough, with €300 to spare."),
    ("web_en", "Of your €2,000, the website with a blog at €1,700 leaves €300."),
    ("web_es", "Tus 2.000 € bastan: la web con blog parte de 1.700 € y te dejaría 300 €."),
    ("web_es", "Tus 2.000 € bastan: la web con blog parte de 1.700 €, con 300 € de margen."),
    (
        "web_en",
        "Your €2,000 is enough for the base website (€1,400), with €600 to spare. The WhatsApp contact button (€90) "
        "would still fit, for a total of €1,490.",
    ),
    # The visitor's own figure.
    ("web_en", "The estimate is €1,700–€2,210, so your €2,000 sits within it."),
    ("web_en", "Your €2,000 should be enough: the website with a blog starts at €1,700."),
    ("web_es", "Tus 2.000 € encajan entre 1.700 € y 2.210 €."),
    ("web_es", "Tus 2.000 € deberían bastar."),
    ("web_en", "It takes 3 to 5 weeks, so 4 weeks is possible but not guaranteed."),
    ("web_en", "4 weeks is realistic."),
    ("web_es", "El plazo es de 3 a 5 semanas, así que 4 semanas es posible."),
    # Sums.
    ("bakery_en", "A business website starts at €1,400 and a blog is €300 extra, so you'd pay at least €1,700."),
    ("bakery_en", "The website is €1,400 and the blog €300, so you get €1,700."),
    ("store_en", "Gift cards cost €240 and click and collect €420, so those two extras add €660."),
    ("store_es", "Las tarjetas regalo cuestan 240 € y la recogida en tienda 420 €; esos dos extras suman 660 €."),
    ("yoga_en", "Booking site: €2,100\nOnline payment of bookings: €290\n\nSubtotal: €2,390"),
    ("web_es", "Si incluyes la sesión de fotos (350 €) y el blog (300 €), serían 650 € en extras."),
    ("web_en", "Adding the blog takes the price from €1,400 to €1,700."),
    ("web_es", "Añadir el blog sube el precio de 1.400 € a 1.700 €."),
    ("web_es", "Con el botón de WhatsApp (90 €) y el blog (300 €), la web pasaría de 1.400 € a 1.790 €."),
    # An extra right after its price.
    ("web_en", "**Total:** €1,700 – €2,210 (€1,400 website + €300 blog)"),
    ("web_en", "Extras range from €90 (WhatsApp contact button) to €450 (copywriting)."),
    ("web_es", "Los extras van desde 90 € (botón de WhatsApp) hasta 450 € (redacción de textos)."),
    # What is sold for a year.
    ("care_en", "The care plan is €780 a year. With priority support (€240), it's €1,020."),
    ("care_en", "It is €780 a year for the care plan. With priority support (€240 a year) it's €1,020 a year."),
    ("year_es", "El plan anual son 780 €, más 240 € si quieres soporte prioritario: 1.020 € en total."),
    ("care_en", "The annual care plan is €780, which works out at €65 a month."),
    ("year_es", "El plan cuesta 780 € al año, lo que equivale a 65 € al mes."),
    ("year_es", "El plan anual cuesta 780 €, es decir, 65 € al mes."),
    ("month_en", "Maintenance is €49/month, so over a year you'd pay €588."),
]


@pytest.mark.parametrize(("run", "answer"), HONEST)
def test_a_right_answer_is_not_refused(run: str, answer: str) -> None:
    found = statuses(run, answer)
    assert found
    assert [text for text, status in found if status == "unverified"] == []


WRONG = [
    ("two_en", "A website starts at €2,900 and an online store at €1,400.", "€2,900"),
    ("two_en", "A website starts at €2,900 and an online store at €1,400.", "€1,400"),
    ("two_en", "An online store with a website costs €1,400.", "€1,400"),
    ("two_en", "An online store and a website costs €1,400.", "€1,400"),
    ("two_en", "An online store instead of a website costs €1,400.", "€1,400"),
    ("two_en", "An online store, unlike a website, starts at €1,400.", "€1,400"),
    ("two_es", "Una web parte de 2.900 € y una tienda online, de 1.400 €.", "2.900 €"),
    ("two_es", "Tu tienda online costaría 1.400 € y tu web costaría 2.900 €.", "2.900 €"),
    ("two_es", "Una web tarda de 6 a 9 semanas.", "6 a 9 semanas"),
    ("web_en", "The website with a blog starts at €1,700, leaving you €400 of your €2,000.", "€400"),
    ("web_en", "The website is €1,400 and the blog €300, leaving you €600 of your €2,000.", "€600"),
    ("web_en", "Your €2,000: the website is €1,400–€1,700, which leaves you €600.", "€600"),
    ("web_en", "The website with a blog starts at €1,700, leaving €400 to spare.", "€400"),
    ("web_en", "Your €2,000: a discount leaves the second language (€380) at €1,620.", "€1,620"),
    ("web_en", "Your €2,000: the second language (€380) leaves it at €1,620.", "€1,620"),
    ("web_es", "La web con blog parte de 1.700 € y te dejaría 600 € de tus 2.000 €.", "600 €"),
    ("web_en", "Your €2,000 website may include a blog.", "€2,000"),
    ("web_es", "Tu web de 2.000 € podría incluir un blog.", "2.000 €"),
    ("web_en", "4 weeks is guaranteed.", "4 weeks"),
    ("web_en", "4 weeks is possible for a mobile app.", "4 weeks"),
    ("two_en", "For the store, 4 weeks is possible.", "4 weeks"),
    ("two_en", "4 weeks is feasible.", "4 weeks"),
    (
        "bakery_en",
        "A business website starts at €1,400 and a blog is €300 extra, so you'd pay at least €1,800.",
        "€1,800",
    ),
    ("bakery_en", "A website is €1,400 and a blog is €300, and an extra logo starts at €1,700.", "€1,700"),
    ("bakery_en", "The blog is €300 extra. The newsletter is €190 extra, and the logo costs €490.", "€490"),
    ("bakery_en", "The blog (€300) and the newsletter (€190) get you €490 of value.", "€490"),
    ("bakery_en", "The blog is €300, the newsletter is €190, and you get €490 back.", "€490"),
    ("store_en", "Gift cards cost €240 and click and collect €420, so those two extras add €680.", "€680"),
    ("store_en", "Gift cards cost €240 and click and collect €420, and the other two extras cost €660.", "€660"),
    ("store_en", "Gift cards are €240, click and collect €420; those extras plus stock sync add €660.", "€660"),
    ("web_es", "Si incluyes la sesión de fotos (350 €) y el blog (650 €), serían 1.000 € en extras.", "650 €"),
    ("web_en", "The website with a blog goes from €1,400 to €1,700.", "€1,400 to €1,700"),
    ("web_en", "Adding the blog takes the price from €1,400 to €1,850.", "€1,400 to €1,850"),
    ("web_en", "Adding the newsletter takes the price from €1,400 to €1,700.", "€1,400 to €1,700"),
    ("two_en", "Adding the blog takes the store from €1,400 to €1,700.", "€1,400 to €1,700"),
    ("web_es", "Añadir el boletín sube el precio de 1.400 € a 1.700 €.", "1.400 € a 1.700 €"),
    ("web_en", "Extras range from €90 (WhatsApp contact button) to €380 (copywriting).", "€380"),
    ("web_en", "**Total:** €1,700 – €2,210 (€1,400 website + €450 blog)", "€450"),
    ("web_en", "The website costs €300 (blog).", "€300"),
    ("web_en", "Add copywriting (€450) and the blog (€750) to it.", "€750"),
    ("care_en", "The care plan is €780. You pay €65 a month.", "€65"),
    ("care_en", "The care plan is €780, which works out at €60 a month.", "€60"),
    ("care_en", "The care plan is €780 for a year and we charge €65 a month.", "€65"),
    ("care_en", "The care plan is €780, that is a €65 monthly fee.", "€65"),
    ("year_es", "El plan anual son 780 €, es decir, 65 € al mes en cuotas.", "65 €"),
    ("care_en", "Priority support is €240, that is €65 a month.", "€65"),
    ("care_en", "Maintenance costs €240 a year.", "€240"),
    ("care_en", "Hosting costs €780.", "€780"),
    ("web_en", "Maintenance costs €1,400.", "€1,400"),
    ("web_es", "El mantenimiento cuesta 1.400 €.", "1.400 €"),
    ("bakery_en", "The website is €1,400 and the blog €300, that is €25 a month.", "€25"),
    ("two_en", "The website is €1,400, the store €2,900: €4,300 a year.", "€4,300"),
    ("year_es", "El plan cuesta 780 € y el soporte prioritario 240 €: 1.120 € al año.", "1.120 €"),
]


@pytest.mark.parametrize(("run", "answer", "text"), WRONG)
def test_the_nearest_wrong_one_is_refused(run: str, answer: str, text: str) -> None:
    assert (text, "unverified") in statuses(run, answer)


@pytest.mark.parametrize(
    ("answer", "goal"),
    [
        ("2 weeks is possible.", "I need it in 2 weeks"),
        ("6 weeks is realistic.", "in 6 weeks"),
        ("4 weeks is possible.", "how much is it?"),
    ],
)
def test_a_time_is_feasible_only_within_the_timeline_and_if_asked_for(answer: str, goal: str) -> None:
    assert {status for _, status in statuses("web_en", answer, goal)} == {"unverified"}
