"""Signs and words of money, and the currency that each stands for.

A mark is the tuple of ISO 4217 codes that a sign or word may mean, the commonest first. Case decides for codes and the
short signs of countries; words are looked up folded.
"""

from decimal import Decimal
from typing import Final

from grounding.iso_codes import CODES
from grounding.lexicon import ordered

Mark = tuple[str, ...]

DOLLARS: Final[Mark] = ordered(
    "USD CAD AUD NZD SGD HKD TWD BSD BBD BMD BZD BND KYD XCD FJD GYD JMD LRD NAD SBD SRD TTD"
)
PESOS: Final[Mark] = ordered("MXN COP ARS CLP UYU DOP PHP CUP")
POUNDS: Final[Mark] = ordered("GBP EGP LBP SYP SDG SSP FKP GIP SHP")
FRANCS: Final[Mark] = ordered("CHF XOF XAF XPF CDF RWF BIF DJF GNF KMF")
KRONER: Final[Mark] = ordered("SEK NOK DKK ISK CZK")
RUPEES: Final[Mark] = ordered("INR PKR LKR NPR MUR SCR")
DINARS: Final[Mark] = ordered("KWD RSD DZD IQD JOD TND LYD BHD MKD")
BOLIVARES: Final[Mark] = ("VES", "VED")
BS: Final[Mark] = ("BOB", *BOLIVARES)

SIGNS: Final[dict[str, Mark]] = {
    "$": DOLLARS + PESOS,
    "€": ("EUR",),
    "£": POUNDS,
    "¥": ("JPY", "CNY"),
    "₡": ("CRC",),
    "¢": ("CRC", "GHS"),  # before a number; behind one it is a cent
    "₱": ("PHP",),
    "₦": ("NGN",),
    "₩": ("KRW",),
    "₹": ("INR",),
    "₽": ("RUB",),
    "₺": ("TRY",),
    "₫": ("VND",),
    "₴": ("UAH",),
    "₲": ("PYG",),
    "฿": ("THB",),
    "₪": ("ILS",),
    "₸": ("KZT",),
    "₼": ("AZN",),
    "₾": ("GEL",),
    "₮": ("MNT",),
    "₭": ("LAK",),
    "₵": ("GHS",),
    "₨": RUPEES,
    "&euro;": ("EUR",),
    "&pound;": POUNDS,
    "&yen;": ("JPY", "CNY"),
    "&dollar;": DOLLARS + PESOS,
    "&#8364;": ("EUR",),
    "US$": ("USD",),
    "U$S": ("USD",),
    "U$D": ("USD",),
    "U$": ("USD",),
    "A$": ("AUD",),
    "AU$": ("AUD",),
    "C$": ("CAD", "NIO"),
    "CA$": ("CAD",),
    "NZ$": ("NZD",),
    "HK$": ("HKD",),
    "S$": ("SGD",),
    "NT$": ("TWD",),
    "R$": ("BRL",),
    "RD$": ("DOP",),
    "MX$": ("MXN",),
    "AR$": ("ARS",),
    "CO$": ("COP",),
    "CL$": ("CLP",),
    "J$": ("JMD",),
    "TT$": ("TTD",),
    "BZ$": ("BZD",),
    "EC$": ("XCD",),
    "S/": ("PEN",),
    "S/.": ("PEN",),
    "B/.": ("PAB",),
}
"""What the lexer cuts as one mark; with any ISO code before a `$`, as in `MXN$`, it is that code."""

SHORT_SIGNS: Final[dict[str, Mark]] = {
    "Bs": BS,
    "BsS": ("VES",),
    "BsF": ("VES",),
    "BsD": ("VES",),
    "kr": KRONER,
    "Kr": KRONER,
    "SEK": ("SEK",),
    "Kč": ("CZK",),
    "kč": ("CZK",),
    "zł": ("PLN",),
    "Ft": ("HUF",),
    "lei": ("RON", "MDL"),
    "leu": ("RON", "MDL"),
    "руб": ("RUB",),
    "RM": ("MYR",),
    "Rp": ("IDR",),
    "Rs": RUPEES,
    "KSh": ("KES",),
    "Ksh": ("KES",),
    "Fr": ("CHF",),
    "SFr": ("CHF",),
    "sFr": ("CHF",),
    "Gs": ("PYG",),
    "TL": ("TRY",),
    "Dhs": ("AED",),
    "RMB": ("CNY",),
    "NIS": ("ILS",),
    "CUC": ("CUP",),
    "MN": ("MXN",),
    "FCFA": ("XAF", "XOF"),
    "CFA": ("XAF", "XOF"),
    "円": ("JPY",),
    "元": ("CNY",),
    "원": ("KRW",),
}

LONE_LETTERS: Final[dict[str, str]] = {"Q": "GTQ", "L": "HNL", "R": "ZAR", "E": "SZL", "K": "ZMW", "P": "BWP"}
"""Signs of one letter are read as money only where they are the site's own currency: `Q1` is mostly a quarter."""

WORDLIKE_CODES: Final = frozenset({"ALL", "TOP", "TRY", "CUP", "MAD", "SOS", "BAM", "BOB", "PEN", "CRC", "CVE"})
"""Codes that are also capitalised words or names: `TOP 10`, `ALL 3`, `CRC32`."""

_LETTERS: Final = "US:USD USA:USD MX:MXN Mex:MXN MEX:MXN Col:COP COL:COP AU:AUD NZ:NZD HK:HKD"
COUNTRY_LETTERS: Final[dict[str, str]] = dict(pair.split(":") for pair in _LETTERS.split())
"""Letters of a country that people write beside a shared sign: `US $5`, `$MX 5`, `Col$5`."""

_WORDS: Final[dict[Mark, str]] = {
    ("USD",): "dlls dls",
    DOLLARS: "dollar dollars dolar dolares buck bucks",
    ("EUR",): "euro euros",
    POUNDS: "pound pounds libra libras quid",
    ("GBP",): "sterling esterlina esterlinas",
    PESOS: "peso pesos",
    ("PEN",): "soles",
    ("BRL",): "reais reales",
    FRANCS: "franc francs francos",
    ("JPY",): "yen yens yenes",
    ("CNY",): "yuan yuanes renminbi rmb",
    RUPEES: "rupee rupees rupia rupias",
    ("RUB",): "ruble rubles rouble roubles rublo rublos",
    ("TRY",): "lira liras",
    KRONER: "krona kronor krone kroner coronas",
    ("PLN",): "zloty zlotys zlotych",
    ("CZK",): "koruna korunas",
    ("HUF",): "forint forints florines",
    ("KRW",): "won wons",
    ("THB",): "baht bahts",
    ("ILS",): "shekel shekels sheqel sheqels",
    ("AED", "MAD"): "dirham dirhams",
    DINARS: "dinar dinars dinares",
    ("ZAR",): "rand rands",
    ("CRC",): "colones",
    BOLIVARES: "bolivar bolivares",
    ("BOB",): "boliviano bolivianos",
    ("GTQ",): "quetzal quetzales",
    ("HNL",): "lempira lempiras",
    ("NIO",): "cordobas",
    ("PYG",): "guarani guaranies",
    ("PAB",): "balboa balboas",
    ("UAH",): "hryvnia hryvnias grivnas",
    ("IDR",): "rupiah rupiahs",
    ("MYR",): "ringgit ringgits",
    ("NGN",): "naira nairas",
    ("GHS",): "cedi cedis",
    ("SAR", "QAR"): "riyal riyals",
    ("VND",): "dong dongs",
}
WORDS: Final[dict[str, Mark]] = {word: mark for mark, words in _WORDS.items() for word in words.split()}
"""Names of currencies in English and Spanish, folded."""

_CENTS: Final[dict[Mark, str]] = {
    ("EUR", *DOLLARS): "cent cents centimo centimos ct cts ¢",
    (*PESOS, "BRL", "BOB", "GTQ", "HNL", "NIO", "PYG", *DOLLARS): "centavo centavos ctv ctvs",
    POUNDS: "penny pence pennies penique peniques",
}
CENTS: Final[dict[str, Mark]] = {word: mark for mark, words in _CENTS.items() for word in words.split()}
"""Names of the hundredth part."""

COLONES_SINGULAR: Final = "colon"

_COUNTRIES: Final[dict[str, str]] = {
    "USD": "us usa american americans americano americanos estadounidense estadounidenses norteamericanos",
    "CAD": "canadian canadiense canadienses",
    "AUD": "australian australiano australianos",
    "NZD": "zealand neozelandes neozelandeses",
    "SGD": "singapore singaporean",
    "MXN": "mexican mexicano mexicanos",
    "COP": "colombian colombiano colombianos",
    "ARS": "argentine argentinian argentino argentinos",
    "CLP": "chilean chileno chilenos",
    "UYU": "uruguayan uruguayo uruguayos",
    "DOP": "dominican dominicano dominicanos",
    "CUP": "cuban cubano cubanos",
    "PHP": "philippine filipino filipinos",
    "GBP": "british sterling esterlina esterlinas britanica britanicas",
    "EGP": "egyptian egipcia egipcias",
    "LBP": "lebanese libanesa libanesas",
    "HKD": "kong",
    "QAR": "qatari qataries",
    "CHF": "swiss suizo suizos",
    "XAF": "cfa",
    "SEK": "swedish sueca suecas",
    "NOK": "norwegian noruega noruegas",
    "DKK": "danish danesa danesas",
    "ISK": "icelandic islandesa islandesas",
    "CZK": "czech checa checas",
    "INR": "indian india indias",
    "PKR": "pakistani pakistanies",
    "LKR": "lankan",
    "KWD": "kuwaiti kuwaities",
    "RSD": "serbian serbios",
    "DZD": "algerian argelinos",
    "JOD": "jordanian jordanos",
    "TND": "tunisian tunecinos",
    "PEN": "peruvian peruano peruanos nuevo nuevos",
    "BRL": "brazilian brasileno brasilenos brasileño brasileños",
    "RUB": "russian ruso rusos",
    "TRY": "turkish turca turcas",
    "JPY": "japanese japones japoneses",
    "CNY": "chinese chino chinos",
    "PLN": "polish polaco polacos",
    "HUF": "hungarian hungaro hungaros",
    "KRW": "korean coreano coreanos",
    "THB": "thai tailandes tailandeses",
    "ILS": "israeli israelies",
    "MAD": "moroccan marroqui marroquies",
    "AED": "emirati",
    "SAR": "saudi saudies",
    "ZAR": "african sudafricano sudafricanos",
    "CRC": "costarricense costarricenses rican",
    "VES": "venezolano venezolanos venezuelan soberanos digitales",
    "GTQ": "guatemalan guatemalteco guatemaltecos",
    "HNL": "honduran hondureno hondurenos hondureño hondureños",
    "NIO": "nicaraguan nicaraguense nicaraguenses",
    "PYG": "paraguayan paraguayo paraguayos",
    "BOB": "bolivian boliviano bolivianos",
    "UAH": "ukrainian ucraniano ucranianos",
}
COUNTRIES: Final[dict[str, str]] = {word: code for code, words in _COUNTRIES.items() for word in words.split()}
"""The adjective of a country, folded, and the code that it picks from a name many countries share."""

COMPOUND: Final = {"new": "zealand", "hong": "kong", "costa": "rican", "sri": "lankan", "south": "african"}
"""First words of countries named in two."""

PLACES: Final[dict[str, str]] = {
    "hong": "HKD",
    "estados": "USD",
    "ee": "USD",
    "eeuu": "USD",
    "canada": "CAD",
    "australia": "AUD",
    "singapur": "SGD",
    "nueva": "NZD",
    "mexico": "MXN",
    "colombia": "COP",
    "chile": "CLP",
    "argentina": "ARS",
    "uruguay": "UYU",
    "dolar": "USD",
    "euro": "EUR",
}
"""What follows "de" after the name of a currency, as in "dólares de Canadá"."""


def mark_of_sign(text: str) -> Mark:
    """The mark of a sign as the lexer cuts it; never empty.

    >>> mark_of_sign("MXN$"), mark_of_sign("HK$D")
    (('MXN',), ('HKD',))
    """
    country = text.partition("$")[0]
    return SIGNS.get(text) or SIGNS.get(f"{country}$") or ((country,) if country in CODES else SIGNS["$"])


def resolve(mark: Mark, site: str) -> str:
    """The currency that a mark means on a site: its own where it uses the mark, else the commonest.

    >>> resolve(PESOS, "COP"), resolve(PESOS, "EUR")
    ('COP', 'MXN')
    """
    return site if site in mark else mark[0]


def narrowed(mark: Mark, other: Mark) -> Mark:
    """What two marks of one amount mean together: `$` and `MXN` are pesos of Mexico."""
    if mark == other:
        return mark
    return tuple([code for code in mark if code in other]) or min(mark, other, key=len)


HUNDREDTH: Final = Decimal("0.01")
