"""What the agent says itself in each language: refusals, failures, and answers where no model left one."""

from collections.abc import Mapping
from typing import Final

from catalog.models import Locale

TEXTS: Final[Mapping[str, Mapping[Locale, str]]] = {
    # Failures of a run.
    "model_unavailable": {
        "en": "The AI model did not answer. Your goal is still here: try again in a moment.",
        "es": "El modelo de IA no ha respondido. Tu objetivo sigue aquí: inténtalo de nuevo en un momento.",
    },
    "model_quota": {
        "en": "The site's AI allowance for today is used up. It starts again at 00:00 UTC.",
        "es": "La cuota de IA del sitio para hoy se ha agotado. Se renueva a las 00:00 UTC.",
    },
    "stream_truncated": {
        "en": "The AI model's answer broke off. Your goal is still here: try again.",
        "es": "La respuesta del modelo de IA se ha cortado. Tu objetivo sigue aquí: inténtalo de nuevo.",
    },
    "deadline": {
        "en": "The AI model took too long. Your goal is still here: try again.",
        "es": "El modelo de IA ha tardado demasiado. Tu objetivo sigue aquí: inténtalo de nuevo.",
    },
    "internal": {
        "en": "Something went wrong on our side. Your goal is still here: try again.",
        "es": "Algo ha fallado por nuestra parte. Tu objetivo sigue aquí: inténtalo de nuevo.",
    },
    # Refusals before a run.
    "not_an_object": {
        "en": "The request must be a JSON object with a `goal`.",
        "es": "La petición debe ser un objeto JSON con un `goal`.",
    },
    "not_json": {
        "en": "The request is not valid JSON in UTF-8.",
        "es": "La petición no es JSON válido en UTF-8.",
    },
    "bad_field": {
        "en": "The field `{field}` cannot be used: {problem}.",
        "es": "El campo `{field}` no se puede usar: {problem}.",
    },
    "field_missing": {"en": "it is missing", "es": "falta"},
    "field_unknown": {"en": "it is not a known field", "es": "no es un campo conocido"},
    "field_not_text": {"en": "it must be text", "es": "debe ser texto"},
    "field_not_list": {"en": "it must be a list of ids", "es": "debe ser una lista de identificadores"},
    "field_locale": {"en": "it must be `en` or `es`", "es": "debe ser `en` o `es`"},
    "field_wrong": {"en": "it has a wrong value", "es": "tiene un valor incorrecto"},
    "goal_empty": {
        "en": "Write what you want to achieve: the goal is empty.",
        "es": "Escribe qué quieres conseguir: el objetivo está vacío.",
    },
    "goal_too_long": {
        "en": "The goal has {value} characters; at most {limit} are allowed.",
        "es": "El objetivo tiene {value} caracteres; se permiten {limit} como máximo.",
    },
    "query_empty": {"en": "Write what to look for.", "es": "Escribe qué quieres buscar."},
    "query_too_long": {
        "en": "The search has {value} characters; at most {limit} are allowed.",
        "es": "La búsqueda tiene {value} caracteres; se permiten {limit} como máximo.",
    },
    "unknown_service": {
        "en": "There is no service `{value}`. The nearest: {nearest}.",
        "es": "No existe el servicio `{value}`. Los más parecidos: {nearest}.",
    },
    "unknown_extra": {
        "en": "The service `{service}` has no extra `{value}`. The nearest: {nearest}.",
        "es": "El servicio `{service}` no tiene el extra `{value}`. Los más parecidos: {nearest}.",
    },
    "origin_refused": {
        "en": "This site may not use the agent.",
        "es": "Este sitio no puede usar el agente.",
    },
    "not_found": {"en": "There is nothing here.", "es": "Aquí no hay nada."},
    "method_not_allowed": {
        "en": "This address does not accept {method}.",
        "es": "Esta dirección no acepta {method}.",
    },
    "too_large": {
        "en": "The request is larger than {limit} bytes.",
        "es": "La petición ocupa más de {limit} bytes.",
    },
    "unsupported_media_type": {
        "en": "Send the request as application/json in UTF-8.",
        "es": "Envía la petición como application/json en UTF-8.",
    },
    "quota_site": {
        "en": "The site's agent is used up for today. It starts again at 00:00 UTC.",
        "es": "El agente del sitio se ha agotado por hoy. Vuelve a las 00:00 UTC.",
    },
    "quota_visitor": {
        "en": "You have used your runs for today. They start again at 00:00 UTC.",
        "es": "Has usado tus consultas de hoy. Vuelven a las 00:00 UTC.",
    },
    "rate_limited": {
        "en": "Too many requests at once. Try again in a minute.",
        "es": "Demasiadas peticiones a la vez. Inténtalo de nuevo en un minuto.",
    },
    "unavailable": {
        "en": "The agent is not available right now. Try again later.",
        "es": "El agente no está disponible ahora mismo. Inténtalo más tarde.",
    },
    # Answers without a model.
    "summary_estimate": {
        "en": "{service}{extras} comes to {total} and takes {timeline}.",
        "es": "{service}{extras}: {total}. Plazo: {timeline}.",
    },
    "summary_service": {
        "en": "{service} starts at {price} and takes {timeline}. See {path}.",
        "es": "{service}: desde {price}. Plazo: {timeline}. Más en {path}.",
    },
    "summary_extras": {"en": " with {names}", "es": ", con {names}"},
    "summary_and": {"en": " and ", "es": " y "},
    "summary_hits": {"en": "This may help: {hits}.", "es": "Esto puede ayudarte: {hits}."},
    "summary_next": {"en": "Next step: {link}", "es": "Siguiente paso: {link}"},
    "summary_nothing": {
        "en": "I could not finish an answer to this. Please write to us: {contact}",
        "es": "No he podido terminar una respuesta. Escríbenos, por favor: {contact}",
    },
}


def text(key: str, locale: Locale, /, **values: object) -> str:
    """The text of that key in that language, its placeholders filled."""
    return TEXTS[key][locale].format(**values)
