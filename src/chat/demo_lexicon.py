"""Words that the demo model knows beyond those of the catalog."""

import re
from collections.abc import Mapping
from typing import Final

from catalog.models import Locale

# What visitors say for what a site offers; each pattern adds the words on its right to the goal.
SYNONYMS: Final[Mapping[Locale, tuple[tuple[re.Pattern[str], str], ...]]] = {
    "en": tuple(
        (re.compile(rf"\b(?:{pattern})\b"), words)
        for pattern, words in (
            (r"(?:web ?)?sites?|web ?pages?|web|home ?pages?|landing|page", "website"),
            (r"shops?|e-?stores?|e-?commerce|sell(?:ing)?", "store shop online"),
            (r"appointments?|reserv(?:e|ations?)|book(?: a)?|bookable", "booking"),
            (r"logos?|branding|corporate image", "brand identity logo"),
            (r"(?:chat ?)?bots?|virtual assistant|assistants?", "assistant chatbot"),
            (r"maintain(?:ed|ing)?|maintenance|upkeep|look after", "care maintenance"),
            (r"re-?design|renew|moderni[sz]e|refresh|outdated|old|slow|faster", "redesign"),
            (r"automate[ds]?|automating|automatic(?:ally)?|connect|integrat\w+|accounting",
             "automation process"),
            (r"(?:two|2|several|both) languages|bilingual|multilingual|another language"
             r"|translat\w+ (?:of )?(?:my|our|the) (?:web)?site"
             r"|(?:english|spanish|french) and (?:english|spanish|french)", "second language"),
            (r"photographer|photo ?shoot", "photo session"),
            (r"copywriter|write (?:the|our|my) texts?|texts? written", "copywriting"),
            (r"search engines?|google ranking|found on google", "seo google"),
            (r"pay online|online payments?|deposits?", "online payment"),
            (r"pick(?:ed)? ?up|collect in store", "click collect"),
            (r"mailing list|e-?mail list", "newsletter"),
            (r"human agent|real person|hand over to a (?:human|person)", "handover person"),
        )
    ),
    "es": tuple(
        (re.compile(rf"\b(?:{pattern})\b"), words)
        for pattern, words in (
            (r"(?:sitios?|p[aá]ginas?)(?: webs?)?|webs?|website|landing", "web"),
            (r"tiendas?|e-?commerce|vend(?:er|o|emos)", "tienda online"),
            (r"citas?|reserv\w+|turnos?|pedir hora", "reservas"),
            (r"logos?|logotipos?|imagen corporativa", "marca identidad logotipo"),
            (r"(?:chat)?bots?|asistentes?", "asistente"),
            (r"manten(?:er|imiento|ga)|cuid(?:ar|ado)", "mantenimiento"),
            (r"redise[ñn]\w*|renovar|modernizar|anticuad[ao]|antigu[ao]|viej[ao]|lent[ao]|m[aá]s r[aá]pid[ao]",
             "rediseño"),
            (r"automati[cz]\w+|conectar|integrar|contabilidad", "automatización procesos"),
            (r"dos idiomas|varios idiomas|biling[üu]e|otro idioma|multiling[üu]e"
             r"|traduc\w+ (?:de )?(?:mi|nuestra|la) (?:p[aá]gina )?web"
             r"|(?:ingl[eé]s|espa[ñn]ol|franc[eé]s) y (?:en )?(?:ingl[eé]s|espa[ñn]ol|franc[eé]s)", "segundo idioma"),
            (r"fot[oó]graf[oa]s?|sesi[oó]n fotogr[aá]fica", "sesión fotos"),
            (r"redact\w+|escrib\w+ los textos|textos escritos", "redacción"),
            (r"buscadores|posicionamiento|salir en google", "seo google"),
            (r"pag(?:o|ar|os) (?:online|en l[ií]nea|por internet)|se[ñn]al", "pago línea"),
            (r"recoger en tienda|click (?:and|&) collect", "recogida tienda"),
            (r"newsletters?|lista de correo", "boletín"),
            (r"agente humano|persona real", "paso persona"),
        )
    ),
}  # fmt: skip

PRICE: Final = re.compile(
    r"\b(?:how much|prices?|pricing|costs?|quotes?|estimates?|budget|rates?"
    r"|cu[aá]nto (?:cuesta|vale|costar[ií]a|me sale|es|y)|precios?|coste|cuestan?|costar[ií]an?"
    r"|presupuestos?|tarifas?)\b|\d ?(?:€|euros?\b)"
)
TIME: Final = re.compile(
    r"\b(?:how long|how soon|timeline|deadline|weeks?|plazos?|tarda\w*|cu[aá]nto tiempo|semanas?|para cu[aá]ndo)\b"
)
DESIRE: Final = re.compile(
    r"\b(?:(?:want|need|would like|'d like)(?! to (?:know|ask))|looking for|build|create|set up"
    r"|(?:quiero|queremos|necesito|necesitamos|busco|buscamos|quisiera|me gustar[ií]a)(?! saber| preguntar)"
    r"|(?:montar|crear|hacer)(?:me|nos)?)\b"
)
QUESTION: Final = re.compile(
    r"[?¿]|^\W*(?:do|does|is|are|can|could|what|which|who|whose|where|why|how|when|have"
    r"|qué|cu[aá]l\w*|qui[eé]n\w*|d[oó]nde|c[oó]mo|por qu[eé]|ten[eé]is|tienen|acept\w+|se puede|puedo)\b"
)

HOSTILE: Final = re.compile(
    r"\b(?:ignor\w*|forget|disregard|override|olvida\w*|desobedece\w*|s[aá]ltate)\b.{0,40}"
    r"\b(?:rules?|instructions?|prompts?|previous|above|reglas|instrucciones|anterior\w*|todo)\b"
    r"|\b(?:system|your) (?:prompt|instructions|rules)|\bprompt del sistema|\btus (?:reglas|instrucciones)"
    r"|\byou (?:are|may) now\b|\bpretend\b|\bact as\b|\bact[uú]a como\b|\bfinge\b|\bhaz como si\b"
    r"|\b(?:developer|admin|debug|god) mode\b|\bmodo (?:desarrollador|administrador)\b"
    r"|\b(?:say|tell \w+|reply|answer|di|diles|responde) (?:that|with|que|con)\b.{0,40}"
    r"\b(?:free|costs?|gratis|cuesta|vale)\b"
)
DISCOUNT: Final = re.compile(
    r"\b(?:discounts?|coupons?|promo(?:tion)? ?codes?|cheaper|haggle|for free|free of charge|descuentos?"
    r"|cup[oó]n(?:es)?|rebajas?|rebajar|m[aá]s barato|gratis|regatear)\b|\d ?% (?:off|menos)"
)
CONTACT: Final = re.compile(
    r"\b(?:(?:phone|telephone)(?: number)?|your (?:e-?mail|address|number)|(?:call|visit|reach|contact) you"
    r"|where are you|tel[eé]fono|vuestr[ao] (?:correo|direcci[oó]n)|(?:llamar|visitar|contactar)(?:os| con vosotros)"
    r"|d[oó]nde est[aá]is)\b"
)
CURRENCIES: Final[Mapping[str, re.Pattern[str]]] = {
    "EUR": re.compile(r"€|\b(?:euros?|eur)\b"),
    "USD": re.compile(r"(?:us)?\$|\b(?:dollars?|d[oó]lar(?:es)?|usd|bucks)\b"),
    "GBP": re.compile(r"£|\b(?:pounds? sterling|pounds|libras? esterlinas?|gbp|quid)\b"),
    "JPY": re.compile(r"¥|\b(?:yen(?:es)?|jpy)\b"),
    "MXN": re.compile(r"\b(?:mexican pesos?|pesos? mexicanos?|mxn)\b"),
    "COP": re.compile(r"\b(?:colombian pesos?|pesos? colombianos?|cop)\b"),
    "ARS": re.compile(r"\b(?:argentin\w+ pesos?|pesos? argentinos?|ars)\b"),
    "CHF": re.compile(r"\b(?:swiss francs?|francos? suizos?|chf)\b"),
    "BTC": re.compile(r"₿|\b(?:bitcoins?|btc|crypto\w*|criptomonedas?)\b"),
    "": re.compile(r"\b(?:pesos|rupees|rupias|yuan|rubles|rublos)\b"),
}

# Say little by themselves: naming only these names no service and no extra.
_GENERIC_WORDS = """
a app business button card cards company contact content customer day email extra half language line link load
loading local month monthly more one online page pages person photo photos plan process product products second
service sign site small team template text time up week work year your
alta año aplicación botón cambio cambios carga cliente contacto contenido correo día empresa enlace equipo fotos
hora horas idioma idiomas línea media mensuales mes negocio página páginas paso persona plan plantilla plantillas
producto productos semana segundo servicio tarjeta tarjetas texto textos tiempo trabajo
"""
GENERIC: Final = frozenset(_GENERIC_WORDS.split())
