"""Whose a figure is that the visitor named: said as theirs, refused, or promised back by the site."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

RUNS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent.parent / "corpus/runs.json").read_text("utf-8")
)
ENGLISH = "I have 500 euros and 2 weeks"
SPANISH = "tengo 500 euros y 2 semanas"


def statuses(answer: str, goal: str) -> dict[str, str]:
    claims = check_answer(answer, tool_results=[RUNS["web_en"][1]], goal=goal, locale="en", currency="EUR")
    return {claim.text: claim.status for claim in claims}


def first(answer: str, goal: str) -> str:
    return next(iter(statuses(answer, goal).values()))


PROMISED = [
    "You can have it for €500.",
    "You'll have your website for €500.",
    "You want a website, so €500 is enough.",
    "You asked for a website: €500.",
    "As you mentioned, our website is €500.",
    "If you want, it is €500.",
    "If you want it, we build it for €500.",
    "You can have it live in 2 weeks.",
    "You will have it in 2 weeks, guaranteed.",
    "You have 2 weeks of support.",
    "You have 2 weeks for corrections.",
    "You have a €500 discount.",
    "You have €500 off.",
    "For €500 you have it ready.",
    "The €500 you need.",
    "You need around €500.",
    "You mentioned that it costs €500.",
    "Our budget website is €500.",
    "Budget package: €500.",
    "€500 budget plan.",
    "Your budget website is €500.",
    "Your €500 quote.",
    "Your €500 website.",
    "Your 2 weeks delivery is guaranteed.",
    "Your final figure: €500.",
    "€500 is enough, no extras needed.",
    "€500 is possible, no problem.",
    "It fits your budget: €500.",
    "For your €500 you get the website.",
    "The website costs €500 you said.",
    "Why not for €500?",
]
PROMISED_IN_SPANISH = [
    "La tienes por 500 €.",
    "Tienes todo incluido por 500 €.",
    "Tienes 2 semanas de soporte.",
    "Si quieres, te la hacemos por 500 €.",
    "Como pides, en 2 semanas.",
    "Quieres una web y la hacemos por 500 €.",
    "Necesitas por lo menos 500 €.",
    "Los 500 € que tienes que pagar.",
    "Aquí tienes tu presupuesto: 500 €.",
    "Adjunto tu presupuesto de 500 € por la web.",
    "Su presupuesto asciende a 500 €.",
    "Te hacemos un presupuesto de 500 €.",
    "La web y su plazo: 2 semanas.",
    "500 € no es problema, es posible.",
    "La web encaja en tu presupuesto: 500 €.",
    "Por tus 500 € te hacemos la web.",
    "No tenemos inconveniente en hacerla por 500 €.",
]


@pytest.mark.parametrize("answer", PROMISED)
def test_the_visitors_figure_promised_back_is_a_claim(answer: str) -> None:
    assert set(statuses(answer, ENGLISH).values()) == {"unverified"}


@pytest.mark.parametrize("answer", PROMISED_IN_SPANISH)
def test_the_visitors_figure_promised_back_in_spanish_is_a_claim(answer: str) -> None:
    assert set(statuses(answer, SPANISH).values()) == {"unverified"}


SAID = [
    "Your budget of €500 is below it.",
    "Your budget: €500.",
    "Your budget is €500.",
    "Your budget (€500) is below it.",
    "With a budget of €500 you can have the blog.",
    "Within your €500 budget we can do the blog.",
    "The €500 you have will not do.",
    "The €500 budget you mentioned.",
    "You said €500.",
    "You've mentioned €500.",
    "You only have €500.",
    "You have €500 and 2 weeks.",
    "You want to spend €500.",
    "You want a website for €500, but it starts at €1,400.",
    "You'd like it in 2 weeks.",
    "You asked whether we could do it for €500.",
    "With your 500 euros you can have the blog.",
    "Your €500 covers only the blog.",
    "You need it in 2 weeks.",
    "The 2 weeks you need are too few.",
    "Your deadline is 2 weeks.",
    "Your 2-week deadline is short.",
    "For your budget of €500 we recommend the blog.",
    "You're looking for something under €500.",
    "The 2 weeks you're asking for are too few.",
]
SAID_IN_SPANISH = [
    "Tu presupuesto de 500 € no llega.",
    "Tu presupuesto máximo de 500 € no llega.",
    "Si tu presupuesto es de 500 €, empieza por el blog.",
    "Con un presupuesto de 500 € puedes tener el blog.",
    "Los 500 € que tienes.",
    "Los 500 € que me dijiste.",
    "Me has dicho 500 €.",
    "Dispones de 500 € y 2 semanas.",
    "Tus 500 € dan para el blog.",
    "Quieres gastar 500 € como máximo.",
    "Dijiste 2 semanas.",
    "La necesitas en 2 semanas.",
    "Quieres la web en 2 semanas, pero tarda más.",
]


@pytest.mark.parametrize("answer", SAID)
def test_the_visitors_figure_said_as_theirs(answer: str) -> None:
    assert set(statuses(answer, ENGLISH).values()) - {"verified"} == {"visitor"}


@pytest.mark.parametrize("answer", SAID_IN_SPANISH)
def test_the_visitors_figure_said_as_theirs_in_spanish(answer: str) -> None:
    assert set(statuses(answer, SPANISH).values()) == {"visitor"}


REFUSED = [
    "I cannot do it for €500; it starts at €1,400.",
    "We can't build a website for €500.",
    "We do not build websites for €500.",
    "For €500 we cannot build a website.",
    "With €500 it is not possible: it starts at €1,400.",
    "With €500, it is not possible.",
    "Unfortunately, €500 isn't enough.",
    "€500 is not enough.",
    "€500 is below the starting price.",
    "€500 will not cover the website.",
    "I cannot promise 2 weeks: it takes 3 to 5 weeks.",
    "We're unable to do it in 2 weeks.",
    "2 weeks is too short.",
    "I'm afraid €500 isn't enough.",
    "Not for €500.",
]
REFUSED_IN_SPANISH = [
    "500 € no alcanzan: la web parte de más.",
    "Con 500 €, no llega.",
    "No podemos hacerlo por 500 €",
    "No es posible tenerla en 2 semanas.",
    "No podemos prometerte 2 semanas.",
    "En 2 semanas no da tiempo.",
    "500 € es poco para una web.",
    "500 € se quedan cortos.",
    "No llegamos en 2 semanas.",
]


@pytest.mark.parametrize("answer", REFUSED)
def test_the_visitors_figure_refused_is_theirs(answer: str) -> None:
    assert first(answer, ENGLISH) == "visitor"


@pytest.mark.parametrize("answer", REFUSED_IN_SPANISH)
def test_the_visitors_figure_refused_in_spanish_is_theirs(answer: str) -> None:
    assert first(answer, SPANISH) == "visitor"


@pytest.mark.parametrize(
    "answer",
    [
        "It costs €500, it is not possible to go lower.",
        "You won't find it cheaper for €500.",
        "You can't get a better one for €500.",
        "For €500 you cannot get a better one.",
        "It cannot cost more than €500.",
        "We can't go below €500.",
        "Not a problem, we do it for €500.",
        "Don't worry, we deliver in 2 weeks.",
        "Can't wait? We deliver in 2 weeks.",
        "€500 is impossible to beat.",
        "No te arrepentirás por 500 €.",
        "No pagarás más de 500 €.",
    ],
)
def test_a_negation_that_refuses_nothing(answer: str) -> None:
    assert first(answer, f"{ENGLISH}, {SPANISH}") == "unverified"


@pytest.mark.parametrize(
    ("goal", "answer", "status"),
    [
        ("a shop with 500 products", "You have €500.", "unverified"),
        ("I want it in 2026", "Your budget of €2026 is fine.", "unverified"),
        ("I am 30 years old", "You mentioned €30, fine.", "unverified"),
        ("una tienda de 500 productos", "Tus 500 € no llegan.", "unverified"),
        ("¿cuesta 500 €?", "Tu presupuesto es de 500 €.", "unverified"),
        ("I have 900", "Your €900 is not enough.", "visitor"),
        ("my budget is 900", "You mentioned €900.", "visitor"),
        ("can you do it for 2000?", "You mentioned €2000.", "visitor"),
        ("tengo 900", "Tus 900 € no llegan.", "visitor"),
        ("900 de presupuesto", "Tu presupuesto de 900 € no llega.", "visitor"),
    ],
)
def test_a_bare_number_of_the_goal(goal: str, answer: str, status: str) -> None:
    assert first(answer, goal) == status
